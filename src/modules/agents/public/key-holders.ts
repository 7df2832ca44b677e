import type { Caller } from '../../../platform/access/caller';

/** Looks up accounts by key. Never cached, so that a change by any process takes effect with the next request. */
export abstract class KeyHolders {
  /**
   * The account that has this key; `null` for an unknown or revoked key, or one of a deleted account. Lookups of the
   * same tick share one statement, which starts after the last of them.
   */
  abstract holderOf(key: string): Promise<KeyHolder | null>;

  /**
   * Who background work of this owner runs as: the account with this internal id and its present rights, or the
   * unrestricted caller for work without an owner. `null` once the account is revoked or deleted.
   */
  abstract callerFor(ownerId: string | null): Promise<Caller | null>;

  /** Those of the internal ids whose account was deleted. */
  abstract deletedAmong(ownerIds: readonly string[]): Promise<readonly string[]>;

  /** Whether any account may call. */
  abstract exist(): Promise<boolean>;

  /** Versions by internal id, without the accounts that may no longer call. */
  abstract versions(ownerIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** A caller with an account. */
export interface KeyHolder extends Caller {
  readonly ownerId: string;
  readonly agent: { readonly id: string; readonly name: string };
}
