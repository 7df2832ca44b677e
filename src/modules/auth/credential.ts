import type { IncomingHttpHeaders } from 'node:http';

/** What a request brings to prove who sends it. */
export type Credential =
  | { readonly kind: 'none' }
  /** A Bearer token, or a session cookie, as it was sent; empty when it is malformed, which no key matches. */
  | { readonly kind: 'key' | 'cookie'; readonly token: string };

const NONE: Credential = { kind: 'none' };
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** Name of the cookie that a browser is signed in with. */
export const SESSION_COOKIE = 'kinora_key';

/** The header goes before the cookie (contract §2). */
export function credentialOf({ authorization, cookie }: IncomingHttpHeaders): Credential {
  const header = bearer(authorization);
  return header.kind === 'none' ? session(cookie) : header;
}

/**
 * Reads the Authorization header. Another scheme than Bearer (a proxy's Basic) counts as no key; Bearer with an empty
 * or malformed token is a key that nobody has (contract §2).
 */
function bearer(authorization: string | undefined): Credential {
  const [, scheme = '', rest = ''] = /^\s*(\S*)\s*(.*)$/s.exec(authorization ?? '') ?? [];
  if (scheme.toLowerCase() !== 'bearer') return NONE;
  return { kind: 'key', token: wellFormed(rest.trim()) };
}

/** A cookie that is there without a value is one that somebody cleared badly: no key that anybody has. */
function session(cookies: string | undefined): Credential {
  for (const pair of (cookies ?? '').split(';')) {
    const [name = '', ...value] = pair.trim().split('=');
    if (name === SESSION_COOKIE) return { kind: 'cookie', token: wellFormed(value.join('=')) };
  }
  return NONE;
}

const wellFormed = (token: string): string => (TOKEN.test(token) ? token : '');
