import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** True for a request that ComfyUI rejects as coming from another web site. Only browsers send the two headers that tell. */
export function isCrossSite(headers: IncomingHttpHeaders): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  const [host, origin] = [headers.host, headers.origin];
  if (host === undefined || origin === undefined) return false;
  const [target, source] = [authority(`http://${host}`), authority(origin)];
  if (target === undefined || source === undefined || !isLoopback(target.name)) return false;
  // Without a port on one side, only the names are compared.
  if (target.port === '' || source.port === '') return target.name !== source.name;
  return target.name !== source.name || target.port !== source.port;
}

/**
 * Is the request addressed to an IP address or to `localhost`? Another host name may be a DNS rebinding attack of a web
 * page. A real ComfyUI accepts it; an embedded node, which only its service talks to, doesn't.
 */
export function isLocalHostHeader({ host }: IncomingHttpHeaders): boolean {
  const target = authority(`http://${host ?? ''}`);
  if (target === undefined) return false;
  return target.name === 'localhost' || isIP(target.name.replace(/^\[|\]$/g, '')) !== 0;
}

function authority(address: string): { name: string; port: string } | undefined {
  const match = /^[a-z][a-z\d+.-]*:\/\/(\[[^\]]+\]|[^:/?#]+)(?::(\d+))?/i.exec(address);
  return match === null
    ? undefined
    : { name: (match[1] ?? '').toLowerCase(), port: match[2] ?? '' };
}

function isLoopback(name: string): boolean {
  const address = name.replace(/^\[|\]$/g, '');
  if (isIP(address) === 4) return address.startsWith('127.');
  return address === '::1' || address === 'localhost';
}
