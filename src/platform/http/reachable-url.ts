/** Addresses that mean all addresses of this machine, 127.0.0.1 among them. */
const ANY_ADDRESS = new Set(['::', '0.0.0.0']);

/** The URL by which this machine reaches a server that listens there. */
export function reachableUrl(host: string, port: number): string {
  if (ANY_ADDRESS.has(host)) return `http://127.0.0.1:${port}`;
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;
}
