import type { AccessLevel } from '../../../src/platform/access/access.decorators';
import type { AccessWorld, OwnerName } from './world';
import type { RouteFixture } from './routes';

/** Who asks, and for whose things. */
export interface CallerCase {
  readonly name: string;
  /** Whether a key is required meanwhile. */
  readonly locked: boolean;
  /** Whose rights the request has, as far as it has any. */
  readonly by: OwnerName | null;
  /** Whose things it is aimed at. */
  readonly of: OwnerName;
  /** Why it is refused before anybody asks what for. */
  readonly refusal?: 'missing_key' | 'invalid_key' | 'cross_origin';
  /** Refused as of a foreign page as soon as it wants to change something. */
  readonly readsOnly?: boolean;
  readonly headers: (world: AccessWorld) => Readonly<Record<string, string>>;
}

type Credential = (world: AccessWorld) => Readonly<Record<string, string>>;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const cookie = (token: string) => ({ Cookie: `other=1; kinora_key=${token}` });
const keyOf = ({ owners }: AccessWorld, name: OwnerName): string => owners[name].key ?? '';

const withKey =
  (name: OwnerName): Credential =>
  (world) =>
    bearer(keyOf(world, name));

/** What a browser adds on a page of ours, and on one of somebody else's. */
const samePage =
  (name: OwnerName): Credential =>
  (world) => ({
    ...cookie(keyOf(world, name)),
    'Sec-Fetch-Site': 'same-origin',
    Origin: world.kinora.url,
  });
const foreignPage =
  (name: OwnerName): Credential =>
  (world) => ({
    ...cookie(keyOf(world, name)),
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

/** A header counts before the cookie; one of a proxy in front of us doesn't. */
const MIXED: readonly CallerCase[] = [
  cookieOf('the owner’s cookie, no page named', (world) => cookie(keyOf(world, 'ann')), {
    ...{ by: 'ann', readsOnly: true },
  }),
  cookieOf(
    'the owner’s cookie beside an unknown key',
    (world) => ({ ...samePage('ann')(world), ...bearer(world.dead.unknown) }),
    { by: null, refusal: 'invalid_key' },
  ),
  cookieOf(
    'another’s cookie beside a proxy’s password',
    (world) => ({ ...samePage('ben')(world), Authorization: 'Basic dXNlcjpwYXNz' }),
    { by: 'ben' },
  ),
  cookieOf(
    'another’s key beside the owner’s cookie',
    (world) => ({ ...samePage('ann')(world), ...bearer(keyOf(world, 'ben')) }),
    { by: 'ben' },
  ),
];

/** Everybody of the matrix. */
export const CALLERS: readonly CallerCase[] = [
  { name: 'no key', locked: false, by: 'open', of: 'ann', headers: () => ({}) },
  {
    name: 'no key, for what nobody owns',
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
    name: 'another, for what nobody owns',
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
    name: 'an admin, for what nobody owns',
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

/** The case as it is for a route of this method. */
export function onMethod(caller: CallerCase, method: string): CallerCase {
  const isRefused = caller.readsOnly === true && method !== 'GET';
  return isRefused ? { ...caller, by: null, refusal: 'cross_origin' } : caller;
}

/** What must come of a request. `asIfAbsent`: the very answer that a thing gets which never was. */
export interface Expected {
  readonly status: number;
  readonly code?: string;
  readonly asIfAbsent?: boolean;
}

/** Derived from the route's access word and from what its fixture says of owners and others. */
export function expected(
  caller: CallerCase,
  word: AccessLevel | undefined,
  fixture: RouteFixture,
): Expected {
  const isAdmin = caller.by === 'open' || caller.by === 'root';
  const refused = { status: 403 };
  if (caller.refusal === 'cross_origin') return { ...refused, code: caller.refusal };
  if (word === 'public') return { status: fixture.ok };
  if (word === undefined) return { ...refused, code: 'route_closed' };
  if (caller.refusal !== undefined) return { ...refused, status: 401, code: caller.refusal };
  if (isAdmin) return { status: fixture.ok };
  return word === 'admin' ? { ...refused, code: 'admin_only' } : toMember(caller, fixture);
}

/** What a key that isn't an admin's gets where any may come. */
function toMember({ by, of }: CallerCase, { ok, others, narrowed }: RouteFixture): Expected {
  const isOwn = by === of;
  const isNarrowed = narrowed === 'always' || (narrowed === 'own' && isOwn);
  if (by === 'elsewhere' && isNarrowed) return { status: 403, code: 'workflow_not_allowed' };
  return isOwn || others === 'scoped' ? { status: ok } : { status: 404, asIfAbsent: true };
}
