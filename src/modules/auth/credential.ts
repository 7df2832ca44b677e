/** What a request brings to prove who sends it. */
export type Credential =
  | { readonly kind: 'none' }
  /**
   * A Bearer token, or session cookies, as they were sent: whichever is a key, the first one first. Malformed ones are
   * left out; without any it is a key that nobody has.
   */
  | { readonly kind: 'key' | 'cookie'; readonly tokens: readonly string[] };

const NONE: Credential = { kind: 'none' };
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** Name of the cookie that a browser is signed in with. */
export const SESSION_COOKIE = 'kinora_key';
/** Session cookies of one request that are looked at. */
const MOST_COOKIES = 4;

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
  return more.length === 0 ? key : { kind: 'key', tokens: [] };
}

/**
 * Reads an Authorization header. Another scheme than Bearer (a proxy's Basic) counts as no key; Bearer with an empty
 * or malformed token is a key that nobody has (contract §2).
 */
function bearer(authorization: string): Credential {
  const sent = authorization.trim();
  const [scheme = ''] = sent.split(/\s/, 1);
  if (scheme.toLowerCase() !== 'bearer') return NONE;
  return { kind: 'key', tokens: wellFormed([sent.slice(scheme.length).trim()]) };
}

/**
 * Cookies know no ports: a browser sends one that another service on this host, or another path, left behind, together
 * with ours. A cookie that is there without a value is one that somebody cleared badly: no key that anybody has.
 */
function session(cookies: string): Credential {
  const sent = cookies.split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return name === SESSION_COOKIE ? [value.join('=')] : [];
  });
  if (sent.length === 0) return NONE;
  return { kind: 'cookie', tokens: wellFormed(sent).slice(0, MOST_COOKIES) };
}

const wellFormed = (tokens: readonly string[]): readonly string[] =>
  tokens.filter((token) => TOKEN.test(token));
