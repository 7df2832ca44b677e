import type { CredentialKind } from '../access/credential-checker';
import { isIP } from 'node:net';

/** What a browser's headers say about the origin of a request. */
export interface OriginFacts {
  readonly method: string;
  readonly path: string;
  readonly host: string | undefined;
  /** `http`, or `https` behind a trusted proxy with TLS. */
  readonly protocol: string;
  readonly origin: string | undefined;
  readonly site: string | undefined;
  readonly mode: string | undefined;
  readonly dest: string | undefined;
}

export interface OriginSettings {
  readonly public_url: string | null;
  readonly cors_origins: readonly string[];
}

/** First path segments of data routes; all other paths are pages that a link may lead to. */
const DATA_SEGMENTS = new Set(['api', 'media', 'mcp', 'metrics', 'openapi.json', 'llms.txt']);
const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A public link to one file, which pages of every origin may use; matched as loosely as Express matches routes. */
const LINK = /^\/link\/[^/]+\/?$/i;
/** Where browsers sign in and out; matched as loosely as Express matches routes. */
const SESSION = /^\/api\/session\/?$/i;

/** Whether pages of this origin may call us. The origin `null` of sandboxed pages and local files never may. */
export function corsAllowed(origin: string | undefined, { cors_origins }: OriginSettings): boolean {
  return origin !== undefined && origin !== 'null' && cors_origins.includes(origin);
}

/** In a browser only a valid key or a same-origin page is admitted. */
export function crossOrigin(facts: OriginFacts, settings: OriginSettings): boolean {
  if (corsAllowed(facts.origin, settings) || navigatesToPage(facts)) return false;
  return isCrossSite(facts, settings);
}

function isCrossSite(facts: OriginFacts, settings: OriginSettings): boolean {
  if (facts.site !== undefined && facts.site !== 'same-origin' && facts.site !== 'none')
    return true;
  return facts.origin !== undefined && !isOurs(facts, settings);
}

/**
 * `foreign_origin`: a page of another origin; `cors_with_cookie`: a page of `cors_origins` that uses the session cookie,
 * or signs in or out; `missing_origin`: a change signed by the cookie without an origin.
 */
export type OriginRefusal = 'foreign_origin' | 'cors_with_cookie' | 'missing_origin';

/** Why the request is refused; `null` if it is admitted. */
export function originRefusal(
  facts: OriginFacts,
  settings: OriginSettings,
  signedBy: CredentialKind,
): OriginRefusal | null {
  if (readsLink(facts)) return null;
  if (isConfiguredOrigin(facts, settings))
    return signedBy === 'cookie' || changesSession(facts) ? 'cors_with_cookie' : null;
  if (signedBy === 'key') return null;
  if (crossOrigin(facts, settings)) return 'foreign_origin';
  return signedBy === 'cookie' && isChangeWithoutOrigin(facts) ? 'missing_origin' : null;
}

/** Every browser names the origin of a change that carries our cookie. */
const isChangeWithoutOrigin = ({ method, site, origin }: OriginFacts): boolean =>
  site === undefined && origin === undefined && !READ_METHODS.has(method);

const readsLink = ({ method, path }: OriginFacts): boolean =>
  READ_METHODS.has(method) && LINK.test(path);

const changesSession = ({ method, path }: OriginFacts): boolean =>
  !READ_METHODS.has(method) && SESSION.test(path);

/** A page of `cors_origins` that isn't our own. */
const isConfiguredOrigin = (facts: OriginFacts, settings: OriginSettings): boolean =>
  corsAllowed(facts.origin, settings) && isCrossSite(facts, settings);

/** A followed link: the page with the link can't read the answer. */
function navigatesToPage({ method, path, mode, dest }: OriginFacts): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    mode === 'navigate' &&
    dest === 'document' &&
    !DATA_SEGMENTS.has(path.split('/')[1]?.toLowerCase() ?? '')
  );
}

/** Behind a proxy that terminates TLS the scheme is unknown, so the host decides. */
function isOurs(
  { origin = '', host, site, protocol }: OriginFacts,
  { public_url }: OriginSettings,
): boolean {
  const lower = origin.toLowerCase();
  if (public_url !== null && lower === new URL(public_url).origin) return true;
  const own = host?.toLowerCase();
  if (own === undefined) return false;
  // Behind a proxy with TLS that isn't configured as trusted, only the browser knows the page's protocol.
  return lower === `${protocol}://${own}` || (site === 'same-origin' && lower === `https://${own}`);
}

const HOST = /^(?:\[(?<six>[0-9a-fA-F:.]+)\]|(?<name>[A-Za-z0-9._-]+))(?::[0-9]{1,5})?$/;

/**
 * The host that a `Host` header or an entry of `server.allowed_hosts` names: lower case, without port, brackets and
 * the root's dot. `null` when it names none.
 */
function hostName(header: string): string | null {
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
