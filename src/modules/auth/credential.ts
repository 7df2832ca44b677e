/** What a request brings to prove who sends it. */
export type Credential =
  | { readonly kind: 'none' }
  /** A Bearer token, or a session cookie, as it was sent; empty when it is malformed, which no key matches. */
  | { readonly kind: 'key' | 'cookie'; readonly token: string };

const NONE: Credential = { kind: 'none' };
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** Name of the cookie that a browser is signed in with. */
export const SESSION_COOKIE = 'kinora_key';

/** The lines of a request that credentials come in: each header once per line, as `headersDistinct` has them. */
export interface CredentialLines {
  readonly authorization?: readonly string[] | undefined;
  readonly cookie?: readonly string[] | undefined;
}

/**
 * The header goes before the cookie (contract §2). Of two Bearer headers somebody in between may have read the other
 * one: together they are a key that nobody has.
 */
export function credentialOf({ authorization = [], cookie = [] }: CredentialLines): Credential {
  const [key, ...more] = authorization.map(bearer).filter(({ kind }) => kind === 'key');
  if (!key) return session(cookie.join(';'));
  return more.length === 0 ? key : { kind: 'key', token: '' };
}

/**
 * Reads an Authorization header. Another scheme than Bearer (a proxy's Basic) counts as no key; Bearer with an empty
 * or malformed token is a key that nobody has (contract §2).
 */
function bearer(authorization: string): Credential {
  const [, scheme = '', rest = ''] = /^\s*(\S*)\s*(.*)$/s.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== 'bearer') return NONE;
  return { kind: 'key', token: wellFormed(rest.trim()) };
}

/** A cookie that is there without a value is one that somebody cleared badly: no key that anybody has. */
function session(cookies: string): Credential {
  for (const pair of cookies.split(';')) {
    const [name = '', ...value] = pair.trim().split('=');
    if (name === SESSION_COOKIE) return { kind: 'cookie', token: wellFormed(value.join('=')) };
  }
  return NONE;
}

const wellFormed = (token: string): string => (TOKEN.test(token) ? token : '');
