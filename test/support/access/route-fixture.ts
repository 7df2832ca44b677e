import type { OwnerName } from './access-setup';
import type { OwnedResources } from './owners';

/** A request of one owner for the resources of an owner. */
export interface RouteRequest {
  /** Values of the path's parameters. */
  readonly path?: readonly string[];
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What the matrix needs to know about a route besides its access decorator. */
export interface RouteFixture {
  readonly ask?: (of: OwnedResources, by: OwnedResources) => RouteRequest | Promise<RouteRequest>;
  /** Status for owners and admins. */
  readonly ok: number;
  /**
   * For other callers: 404 as for an absent resource, the status of owners with nothing of other owners, or the code of a
   * 403.
   */
  readonly others: 404 | 'scoped' | 'character_read_only';
  /** Not even admins make something in the project of another owner. */
  readonly isForOwners?: boolean;
  /** Not even admins see that it is there. */
  readonly isOnlyOfOwners?: boolean;
  /** When a key limited to other workflows is refused: always, or only for resources that it may see. */
  readonly narrowed?: 'always' | 'own';
  /** Whether a key limited to other characters is refused. */
  readonly namesCharacter?: boolean;
  /** The resource that an accepted request uses up. */
  readonly uses?: keyof OwnedResources;
  /** Path where an admin can check that a refused request changed nothing. */
  readonly witness?: (of: OwnedResources) => string;
  /** Only one owner has such a resource; requests of others are for that one. */
  readonly onlyOf?: OwnerName;
  /** An endless response: only its beginning is read. */
  readonly stream?: boolean;
  /** Pages of other origins may send it, too. */
  readonly isForAllPages?: boolean;
  /** No route of the service: the answer is the general 404. */
  readonly unrouted?: boolean;
}

/** A route of things that no owner has, or whose answer holds the caller's own only. */
export const shared = (ask: RouteFixture['ask'] = () => ({}), ok = 200): RouteFixture => ({
  ask,
  ok,
  others: 'scoped',
});
/** A route of a thing of one owner. */
export const owned = (ask: NonNullable<RouteFixture['ask']>, more: Partial<RouteFixture> = {}) =>
  ({ ask, ok: 200, others: 404, ...more }) satisfies RouteFixture;
/** A list. */
export const search = (make: (of: OwnedResources) => Record<string, string>) =>
  shared((of) => ({
    query: `?${new URLSearchParams({ with_total: 'true', ...make(of) }).toString()}`,
  }));
