import { isIP } from 'node:net';

/** Answers what to write instead, or `null` for a good value. */
export type TextCheck = (value: string) => string | null;

/** A web address without credentials, query or fragment. */
export function checkBaseUrl(value: string): string | null {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return 'write an address such as http://127.0.0.1:8188';
  if (url.username !== '' || url.password !== '') {
    return 'remove the user and the password from the address; send them as a header under "headers"';
  }
  return url.search === '' && url.hash === '' ? null : 'write the address without "?" and "#"';
}

export function checkOrigin(value: string): string | null {
  // The origin of every sandboxed page and local file, so allowing it would admit any page.
  if (value === 'null') return 'remove "null" and write the origins of pages that you trust';
  const origin = URL.canParse(value) ? new URL(value).origin : 'null';
  return origin === value
    ? null
    : 'write an origin such as https://studio.example, no path after it';
}

export function checkHost(value: string): string | null {
  return /^[A-Za-z0-9._:[\]-]{1,253}$/.test(value) ? null : 'write a host name or an IP address';
}

export function checkNetwork(value: string): string | null {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  const widest = version === 4 ? 32 : 128;
  const goodBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest);
  return version !== 0 && goodBits && rest.length === 0
    ? null
    : 'write an IP address or a network such as 10.0.0.0/8';
}

export function checkDatabaseUrl(value: string): string | null {
  if (/^sqlite:.+/.test(value)) return null;
  return /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value)
    ? null
    : 'write sqlite:<file> or postgres://user:password@host/database';
}

export const notEmpty = (value: string): string | null =>
  value === '' ? 'write at least one character' : null;

/** Headers that control how a request is framed; setting them would break requests. */
const FRAMING_HEADERS =
  /^(connection|content-length|transfer-encoding|upgrade|expect|te|trailer)$/i;

export const checkHeaderName = (name: string): string | null =>
  /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) && !FRAMING_HEADERS.test(name)
    ? null
    : 'this name can\'t be sent as a header; write one such as "Authorization"';

export const checkHeaderValue = (value: string): string | null =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? null : 'write one line of plain characters';

export function checkProviderId(value: string): string | null {
  if (value === 'auto')
    return '"auto" is reserved: it lets the service choose a node; choose another id';
  return /^[A-Za-z0-9_-]{1,64}$/.test(value) ? null : 'write 1 to 64 letters, digits, "_" or "-"';
}

export const checkGpuIds = (value: string): string | null =>
  /^\d{1,3}(?:,\d{1,3}){0,15}$/.test(value) ? null : 'write GPU numbers such as "0" or "0,1"';
