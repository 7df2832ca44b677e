import type { Caller } from '../../../platform/access/caller';

/** An account as admins see it (spec §2.1), without its profile. Never contains the key. */
export interface KeyRecord {
  readonly id: string;
  /** Shown on what the account made: the id, or `<id>~2` for the second account with that id. */
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

/** An account with its key, which is shown only once. */
export interface IssuedKey {
  readonly agent: KeyRecord;
  readonly key: string;
}

/** Fields as in a body of the HTTP routes, checked by the same rules. */
export type AgentFields = Readonly<Record<string, unknown>>;

/**
 * Key administration without HTTP, with the rules and errors of the routes under `/api/agents`. The caller must be an
 * admin.
 */
export abstract class KeyAdministration {
  /** All accounts, newest first. */
  abstract list(caller: Caller): Promise<readonly KeyRecord[]>;
  /** @throws ValidationFailed, AgentExists (`agent_exists`) */
  abstract create(caller: Caller, fields: AgentFields): Promise<IssuedKey>;
  /** Absent fields stay as they are. @throws ValidationFailed, AgentNotFound (`agent_not_found`), SelfLockout */
  abstract update(caller: Caller, id: string, fields: AgentFields): Promise<KeyRecord>;
  /** The old key stops working with the commit. @throws ValidationFailed, AgentNotFound, SelfLockout */
  abstract rotate(caller: Caller, id: string): Promise<IssuedKey>;
  /** What the account made stays. @throws ValidationFailed, AgentNotFound, SelfLockout */
  abstract delete(caller: Caller, id: string): Promise<void>;
}
