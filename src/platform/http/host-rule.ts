import { isIP } from 'node:net';

const HOST = /^(?:\[(?<six>[0-9a-fA-F:.]+)\]|(?<name>[A-Za-z0-9._-]+))(?::[0-9]{1,5})?$/;

/**
 * The host that a `Host` header or an entry of `server.allowed_hosts` names: lower case, without port, brackets and
 * the root's dot. `null` when it names none.
 */
export function hostName(header: string): string | null {
  const groups = HOST.exec(header)?.groups;
  const name = groups?.['six'] ?? groups?.['name'];
  return name === undefined ? null : name.toLowerCase().replace(/\.$/, '');
}

/**
 * Does the service answer to this host? IP literals and `localhost` are always allowed: DNS rebinding needs a name.
 * Ports don't matter.
 */
export function hostAllowed(
  header: string | undefined,
  server: { readonly public_url: string | null; readonly allowed_hosts: readonly string[] },
): boolean {
  const name = header === undefined ? null : hostName(header);
  if (name === null) return false;
  if (isIP(name) !== 0 || name === 'localhost') return true;
  const publicHost = server.public_url === null ? [] : [new URL(server.public_url).host];
  return [...publicHost, ...server.allowed_hosts].some((entry) => hostName(entry) === name);
}
