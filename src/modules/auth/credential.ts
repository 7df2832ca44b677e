/** What a request brings to prove who sends it. */
export type Credential =
  | { readonly kind: 'none' }
  /** A Bearer token as it was sent; empty when it is malformed, which no key matches. */
  | { readonly kind: 'key'; readonly token: string };

const NONE: Credential = { kind: 'none' };
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/**
 * Reads the Authorization header. Another scheme than Bearer (a proxy's Basic) counts as no key; Bearer with an empty
 * or malformed token is a key that nobody has (contract §2).
 */
export function readCredential(authorization: string | undefined): Credential {
  const [, scheme = '', rest = ''] = /^\s*(\S*)\s*(.*)$/s.exec(authorization ?? '') ?? [];
  if (scheme.toLowerCase() !== 'bearer') return NONE;
  const token = rest.trim();
  return { kind: 'key', token: TOKEN.test(token) ? token : '' };
}

/** Name of the cookie that a browser is signed in with. */
const SESSION_COOKIE = 'kinora_key';

/** Does a Cookie header hold our session? */
export function hasSessionCookie(cookies: string | undefined): boolean {
  return (cookies ?? '').split(';').some((pair) => pair.trim().startsWith(`${SESSION_COOKIE}=`));
}
