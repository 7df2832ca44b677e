import type { Caller } from '../../../platform/access/caller';

/** Who has which key. Never answers from a cache: a change holds from the next request on, whoever made it. */
export abstract class KeyHolders {
  /**
   * The account whose key this is; `null` for a key that is unknown, revoked, or of a deleted account. Keys that
   * arrive at the same time share one statement, which begins after the last of them has arrived.
   */
  abstract holderOf(key: string): Promise<KeyHolder | null>;

  /** Is there any account that may call? */
  abstract exist(): Promise<boolean>;

  /** Versions of those of these accounts that may still call, by internal id. */
  abstract versions(ownerIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** A caller with an account. */
export interface KeyHolder extends Caller {
  readonly ownerId: string;
  readonly agent: { readonly id: string; readonly name: string };
}
