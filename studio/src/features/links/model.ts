/** Who can reach the address of a link, as far as its host says. */
export type Reach = 'computer' | 'network' | 'everywhere';

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;
const PRIVATE_IPV4 = /^(?:10\.\d+|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d+){2}$/;
/** Local IPv6 addresses, and names that only a local network knows. */
const PRIVATE = /^(?:\[f[cd]|\[fe80:|[^.:]+$)|\.(?:local|lan|home|internal|home\.arpa)$/;

/** Who can reach an address: only this computer, only its network, or everybody. */
export function reachOf(url: string): Reach {
  const host = new URL(url).hostname;
  if (LOOPBACK.test(host)) return 'computer';
  return PRIVATE_IPV4.test(host) || PRIVATE.test(host) ? 'network' : 'everywhere';
}
