import type { AccessLevel } from '../../../src/platform/access/access.decorators';
import type { AccessSetup, OwnerName } from './access-setup';
import type { RouteFixture } from './route-fixture';

/** A kind of caller, and the owner whose resources it requests. */
export interface CallerCase {
  readonly name: string;
  /** Whether keys are required during the request. */
  readonly locked: boolean;
  /** The owner whose rights the request has; null for none. */
  readonly by: OwnerName | null;
  /** The owner of the requested resources. */
  readonly of: OwnerName;
  /** Set when the request is refused whatever it is for. */
  readonly refusal?: 'missing_key' | 'invalid_key' | 'cross_origin';
  /** Refused as cross-origin for every method but GET. */
  readonly readsOnly?: boolean;
  readonly headers: (setup: AccessSetup) => Readonly<Record<string, string>>;
}

type Credential = (setup: AccessSetup) => Readonly<Record<string, string>>;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const cookie = (token: string) => ({ Cookie: `other=1; kinora_key=${token}` });
const keyOf = ({ owners }: AccessSetup, name: OwnerName): string => owners[name].key ?? '';

const withKey =
  (name: OwnerName): Credential =>
  (setup) =>
    bearer(keyOf(setup, name));

/** Headers of a browser on a page of our own origin. */
const samePage =
  (name: OwnerName): Credential =>
  (setup) => ({
    ...cookie(keyOf(setup, name)),
    'Sec-Fetch-Site': 'same-origin',
    Origin: setup.kinora.url,
  });
const foreignPage =
  (name: OwnerName): Credential =>
  (setup) => ({
    ...cookie(keyOf(setup, name)),
    'Sec-Fetch-Site': 'cross-site',
    Origin: 'https://evil.example',
  });

const dead = (locked: boolean): readonly CallerCase[] =>
  (['unknown', 'revoked', 'deleted'] as const).map((kind) => ({
    name: `${kind} key`,
    locked,
    by: null,
    of: 'ann',
    refusal: 'invalid_key',
    headers: ({ dead: keys }) => bearer(keys[kind]),
  }));

const cookieOf = (
  name: string,
  headers: Credential,
  more: Pick<CallerCase, 'by' | 'refusal' | 'readsOnly'>,
): CallerCase => ({ name, locked: true, of: 'ann', headers, ...more });

/** A Bearer header takes precedence over the cookie; a proxy's Basic header is ignored. */
const MIXED: readonly CallerCase[] = [
  cookieOf('the owner’s cookie, no page named', (setup) => cookie(keyOf(setup, 'ann')), {
    by: 'ann',
    readsOnly: true,
  }),
  cookieOf(
    'the owner’s cookie beside an unknown key',
    (setup) => ({ ...samePage('ann')(setup), ...bearer(setup.dead.unknown) }),
    { by: null, refusal: 'invalid_key' },
  ),
  cookieOf(
    'another’s cookie beside a proxy’s password',
    (setup) => ({ ...samePage('ben')(setup), Authorization: 'Basic dXNlcjpwYXNz' }),
    { by: 'ben' },
  ),
  cookieOf(
    'another’s key beside the owner’s cookie',
    (setup) => ({ ...samePage('ann')(setup), ...bearer(keyOf(setup, 'ben')) }),
    { by: 'ben' },
  ),
];

/** All callers of the matrix. */
const CALLERS: readonly CallerCase[] = [
  { name: 'no key', locked: false, by: 'open', of: 'ann', headers: () => ({}) },
  {
    name: 'no key, for resources without an owner',
    locked: false,
    by: 'open',
    of: 'open',
    headers: () => ({}),
  },
  { name: 'the owner', locked: false, by: 'ann', of: 'ann', headers: withKey('ann') },
  { name: 'another', locked: false, by: 'ben', of: 'ann', headers: withKey('ben') },
  ...dead(false),
  {
    name: 'no key',
    locked: true,
    by: null,
    of: 'ann',
    refusal: 'missing_key',
    headers: () => ({}),
  },
  ...dead(true),
  { name: 'the owner', locked: true, by: 'ann', of: 'ann', headers: withKey('ann') },
  { name: 'another', locked: true, by: 'ben', of: 'ann', headers: withKey('ben') },
  {
    name: 'another, for resources without an owner',
    locked: true,
    by: 'ben',
    of: 'open',
    headers: withKey('ben'),
  },
  {
    name: 'one allowed elsewhere',
    locked: true,
    by: 'elsewhere',
    of: 'ann',
    headers: withKey('elsewhere'),
  },
  {
    name: 'one allowed elsewhere, for what is theirs',
    locked: true,
    by: 'elsewhere',
    of: 'elsewhere',
    headers: withKey('elsewhere'),
  },
  { name: 'an admin', locked: true, by: 'root', of: 'ann', headers: withKey('root') },
  {
    name: 'an admin, for resources without an owner',
    locked: true,
    by: 'root',
    of: 'open',
    headers: withKey('root'),
  },
  cookieOf('the owner’s cookie, our page', samePage('ann'), { by: 'ann' }),
  cookieOf('another’s cookie, our page', samePage('ben'), { by: 'ben' }),
  cookieOf('an admin’s cookie, our page', samePage('root'), { by: 'root' }),
  cookieOf('the owner’s cookie, a foreign page', foreignPage('ann'), {
    by: null,
    refusal: 'cross_origin',
  }),
  cookieOf('an admin’s cookie, a foreign page', foreignPage('root'), {
    by: null,
    refusal: 'cross_origin',
  }),
  cookieOf(
    'a revoked cookie, our page',
    ({ dead: { revoked }, kinora }) => ({
      ...cookie(revoked),
      'Sec-Fetch-Site': 'same-origin',
      Origin: kinora.url,
    }),
    { by: null, refusal: 'invalid_key' },
  ),
  ...MIXED,
];

/** One caller of each access class: same rights, same owner requested, refused for the same reason. */
const ONE_OF_EACH_CLASS: ReadonlySet<CallerCase> = new Set(
  new Map(
    CALLERS.toReversed().map((caller) => [
      [caller.locked, caller.by, caller.of, caller.refusal, caller.readsOnly].join(' '),
      caller,
    ]),
  ).values(),
);

/**
 * Callers and routes to test. Credentials are read before the route is known: so every caller calls one owned route of each
 * method, and one caller of each access class calls all other routes.
 */
export function callersByRoute(
  routes: Readonly<Record<string, RouteFixture>>,
): readonly (readonly [route: string, fixture: RouteFixture, caller: CallerCase])[] {
  const owned = Object.entries(routes).filter(([, { others }]) => others === 404);
  const ofEachMethod = new Map(owned.map(([route]) => [route.split(' ')[0], route]));
  const withAllCallers = new Set(ofEachMethod.values());
  return CALLERS.flatMap((caller) =>
    Object.entries(routes)
      .filter(([, { onlyOf = caller.of }]) => onlyOf === caller.of)
      .filter(([route]) => withAllCallers.has(route) || ONE_OF_EACH_CLASS.has(caller))
      .map(([route, fixture]) => [route, fixture, caller] as const),
  );
}

/** The case for a route with this method. */
export function caseForMethod(caller: CallerCase, method: string): CallerCase {
  const isRefused = caller.readsOnly === true && method !== 'GET';
  return isRefused ? { ...caller, by: null, refusal: 'cross_origin' } : caller;
}

/** The expected answer. `asIfAbsent`: equal to the answer for a resource that never existed. */
export interface Expected {
  readonly status: number;
  readonly code?: string;
  readonly asIfAbsent?: boolean;
}

/** Derived from the route's access decorator and its fixture. */
export function expected(
  caller: CallerCase,
  word: AccessLevel | undefined,
  fixture: RouteFixture,
): Expected {
  const isAdmin = caller.by === 'open' || caller.by === 'root';
  const refused = { status: 403 };
  const isForeignPage = caller.refusal === 'cross_origin';
  if (isForeignPage && fixture.isForAllPages !== true) return { ...refused, code: 'cross_origin' };
  if (word === 'public') return { status: fixture.ok };
  if (word === undefined) return { ...refused, code: 'route_closed' };
  if (caller.refusal !== undefined) return { ...refused, status: 401, code: caller.refusal };
  if (isAdmin) return expectedForAdmin(caller, fixture);
  return word === 'admin' ? { ...refused, code: 'admin_only' } : expectedForMember(caller, fixture);
}

function expectedForAdmin(
  { by, of }: CallerCase,
  { ok, isForOwners, isOnlyOfOwners }: RouteFixture,
): Expected {
  if (isOnlyOfOwners && of !== by) return { status: 404, asIfAbsent: true };
  const isForeign = of !== 'open' && of !== by;
  return isForOwners && isForeign
    ? { status: 403, code: 'project_of_other_owner' }
    : { status: ok };
}

/** For keys without admin rights on routes for any caller. */
function expectedForMember(
  { by, of }: CallerCase,
  { ok, others, narrowed, namesCharacter }: RouteFixture,
): Expected {
  const isOwn = by === of;
  const isNarrowed = narrowed === 'always' || (narrowed === 'own' && isOwn);
  if (by === 'elsewhere' && isNarrowed) return { status: 403, code: 'workflow_not_allowed' };
  if (by === 'elsewhere' && namesCharacter) return { status: 403, code: 'character_not_allowed' };
  if (isOwn || others === 'scoped') return { status: ok };
  return others === 404 ? { status: 404, asIfAbsent: true } : { status: 403, code: others };
}
