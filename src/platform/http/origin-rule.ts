import type { CredentialKind } from '../access/credential-verdict';

/** What a browser tells about where a request comes from. */
export interface OriginFacts {
  readonly method: string;
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly site: string | undefined;
  readonly mode: string | undefined;
  readonly dest: string | undefined;
}

export interface OriginSettings {
  readonly public_url: string | null;
  readonly cors_origins: readonly string[];
}

/** First segments under which data lies; everything else is a page that people may follow a link to. */
const DATA = new Set(['api', 'media', 'mcp', 'metrics', 'openapi.json']);
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Where browsers are signed in and out; as loosely as routes are matched. */
const SESSION = /^\/api\/session\/?$/i;

/** May pages of this origin call us? `null`, the origin of sandboxed pages and local files, never may. */
export function corsAllowed(origin: string | undefined, { cors_origins }: OriginSettings): boolean {
  return origin !== undefined && origin !== 'null' && cors_origins.includes(origin);
}

/** Only a valid key or a same-origin page gets past this in a browser (contract §2). */
export function crossOrigin(facts: OriginFacts, settings: OriginSettings): boolean {
  if (corsAllowed(facts.origin, settings) || navigatesToPage(facts)) return false;
  return fromElsewhere(facts, settings);
}

function fromElsewhere(facts: OriginFacts, settings: OriginSettings): boolean {
  if (facts.site !== undefined && facts.site !== 'same-origin' && facts.site !== 'none')
    return true;
  return facts.origin !== undefined && !isOurs(facts.origin, facts.host, settings);
}

/**
 * `foreign`: a page of another origin; `guest`: one of `cors_origins` that would act as whoever is signed in here, or
 * sign them in or out; `unnamed`: a change by cookie that doesn't say which page it is from.
 */
export type OriginRefusal = 'foreign' | 'guest' | 'unnamed';

/** Does the credential settle what the headers leave open? `null` where it does. */
export function originRefusal(
  facts: OriginFacts,
  settings: OriginSettings,
  signedBy: CredentialKind,
): OriginRefusal | null {
  if (isGuest(facts, settings))
    return signedBy === 'cookie' || changesSession(facts) ? 'guest' : null;
  if (signedBy === 'key') return null;
  if (crossOrigin(facts, settings)) return 'foreign';
  // Every browser that sends our cookie names the origin of a change; what doesn't is no page of ours.
  const unnamed = facts.site === undefined && facts.origin === undefined;
  return signedBy === 'cookie' && unnamed && !READING.has(facts.method) ? 'unnamed' : null;
}

const changesSession = ({ method, path }: OriginFacts): boolean =>
  !READING.has(method) && SESSION.test(path);

/** A page of `cors_origins` that isn't our own besides. */
const isGuest = (facts: OriginFacts, settings: OriginSettings): boolean =>
  corsAllowed(facts.origin, settings) && fromElsewhere(facts, settings);

/** Somebody follows a link: the page that shows it can't read the answer. */
function navigatesToPage({ method, path, mode, dest }: OriginFacts): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    mode === 'navigate' &&
    dest === 'document' &&
    !DATA.has(path.split('/')[1]?.toLowerCase() ?? '')
  );
}

/** Behind a proxy that ends TLS we don't know our scheme: the host decides. */
function isOurs(origin: string, host: string | undefined, { public_url }: OriginSettings): boolean {
  const lower = origin.toLowerCase();
  if (public_url !== null && lower === new URL(public_url).origin) return true;
  const own = host?.toLowerCase();
  return own !== undefined && (lower === `http://${own}` || lower === `https://${own}`);
}
