import type { Caller } from '../../../platform/access/caller';

/** An account as those who manage keys see it (spec §2.1), without its profile. Never the key. */
export interface KeyRecord {
  readonly id: string;
  /** How its things name it: the id, or `<id>~2` for the second account of that id. */
  readonly owner_name: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly is_admin: boolean;
  readonly allowed_characters: readonly string[];
  readonly allowed_workflows: readonly string[];
  readonly max_concurrent_jobs: number | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** An account with the key that is shown this once. */
export interface IssuedKey {
  readonly agent: KeyRecord;
  readonly key: string;
}

/** Fields as a body of the HTTP routes would hold them; they are checked by the same rules. */
export type AgentFields = Readonly<Record<string, unknown>>;

/**
 * Keys for who manages them without HTTP: the rules and the errors of the routes under `/api/agents`. The caller must
 * be an admin.
 */
export abstract class KeyAdministration {
  /** All accounts, newest first. */
  abstract list(caller: Caller): Promise<readonly KeyRecord[]>;
  /** @throws ValidationFailed, AgentExists (`agent_exists`) */
  abstract create(caller: Caller, fields: AgentFields): Promise<IssuedKey>;
  /** What isn't sent stays. @throws ValidationFailed, AgentNotFound (`agent_not_found`), SelfLockout */
  abstract update(caller: Caller, id: string, fields: AgentFields): Promise<KeyRecord>;
  /** The old key stops working with the commit. @throws ValidationFailed, AgentNotFound, SelfLockout */
  abstract rotate(caller: Caller, id: string): Promise<IssuedKey>;
  /** What the account made stays. @throws ValidationFailed, AgentNotFound, SelfLockout */
  abstract delete(caller: Caller, id: string): Promise<void>;
}
