import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** `10.0.0.1` for `::ffff:10.0.0.1` and `::ffff:a00:1`; without a zone; anything else as it is. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return bare;
  const groups = groupsOf(bare);
  return isMapped(groups) ? quad(groups) : bare;
}

/**
 * The smallest network of one user: an IPv4 address, or an IPv6 network of 64 bits, in canonical form. `null` when the
 * text isn't an address.
 */
export function networkOf(address: string): string | null {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return plain;
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : null;
}

/** Where a request comes from: addresses as Express gives them. */
export interface Peer {
  /** Address of the client, from a trusted proxy or the connection. */
  readonly ip?: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Falls back to the connection's own address when a trusted proxy sends an invalid one. */
export const networkOfPeer = ({ ip = '', socket }: Peer): string =>
  networkOf(ip) ?? networkOf(socket.remoteAddress ?? '') ?? 'unknown';

/** The addresses and networks of `server.trusted_proxies` as one list to look addresses up in. */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  if (entries.length === 0) return () => false;
  for (const entry of entries) addEntry(list, entry);
  return (address) => {
    const plain = plainAddress(address);
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  };
}

function addEntry(list: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const plain = plainAddress(address);
  const four = isIPv4(plain);
  const family = four ? 'ipv4' : 'ipv6';
  // A network that is written with mapped addresses counts its 96 leading bits.
  const mapped = four && !isIPv4(address) ? 96 : 0;
  if (bits === undefined) list.addAddress(plain, family);
  else list.addSubnet(plain, Math.max(0, Number(bits) - mapped), family);
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // The URL parser writes every spelling of an address in one way (RFC 5952).
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const front = head === '' ? [] : head.split(':');
  if (tail === undefined) return front;
  const back = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0');
  return [...front, ...zeros, ...back];
}

const isMapped = (groups: readonly string[]): boolean =>
  groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';

const quad = (groups: readonly string[]): string =>
  groups
    .slice(6)
    .map((group) => parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 0xff])
    .join('.');
