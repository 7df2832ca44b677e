import { SESSION_COOKIE } from '../../platform/access/credential-checker';

/** The credential of a request. */
export type Credential =
  | { readonly kind: 'none' }
  /**
   * The tokens of a Bearer header or of session cookies, in order; the first that is a key counts. Malformed tokens are
   * left out, and without any token the credential is an invalid key.
   */
  | { readonly kind: 'key' | 'cookie'; readonly tokens: readonly string[] };

const NONE: Credential = { kind: 'none' };
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** Further session cookies of a request are ignored. */
const MAX_COOKIES = 4;

/** Headers with credentials; one item per line of the request, as in `headersDistinct`. */
export interface CredentialHeaders {
  readonly authorization?: readonly string[] | undefined;
  readonly cookie?: readonly string[] | undefined;
}

/**
 * The header takes precedence over the cookie. Two Bearer headers are an invalid key, because a proxy may
 * have checked the other one.
 */
export function credentialOf({ authorization = [], cookie = [] }: CredentialHeaders): Credential {
  const [key, ...more] = authorization.map(bearer).filter(({ kind }) => kind === 'key');
  if (!key) return session(cookie.join(';'));
  return more.length === 0 ? key : { kind: 'key', tokens: [] };
}

/** Other schemes than Bearer (a proxy's Basic) are not keys; an empty or malformed token is an invalid key. */
function bearer(authorization: string): Credential {
  const header = authorization.trim();
  const [scheme = ''] = header.split(/\s/, 1);
  if (scheme.toLowerCase() !== 'bearer') return NONE;
  return { kind: 'key', tokens: wellFormed([header.slice(scheme.length).trim()]) };
}

/**
 * There may be several, because cookies of other services on the same host, or of other paths, come along with ours. A
 * cookie without a value is an invalid key.
 */
function session(cookies: string): Credential {
  const values = cookies.split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return name === SESSION_COOKIE ? [value.join('=')] : [];
  });
  if (values.length === 0) return NONE;
  return { kind: 'cookie', tokens: wellFormed(values).slice(0, MAX_COOKIES) };
}

const wellFormed = (tokens: readonly string[]): readonly string[] =>
  tokens.filter((token) => TOKEN.test(token));
