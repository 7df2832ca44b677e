import type { Caller } from '../../../platform/access/caller';

/** An agent as admins see it, without its profile. Never contains the key. */
export interface AgentRecord {
  readonly id: string;
  /** Names the agent as the owner of what it created: the id, or `<id>~2` for the second agent with that id. */
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

/** An agent with its key, which is shown only once. */
export interface IssuedKey {
  readonly agent: AgentRecord;
  readonly key: string;
}

/** Fields as in a body of the HTTP routes, checked by the same rules. */
export type AgentFields = Readonly<Record<string, unknown>>;

/**
 * Key administration without HTTP, with the rules and errors of the routes under `/api/agents`. The caller must be an
 * admin.
 */
export abstract class KeyAdministration {
  /** All agents, newest first. */
  abstract list(caller: Caller): Promise<readonly AgentRecord[]>;
  /** @throws ValidationFailed, AgentExists (`agent_exists`) */
  abstract create(caller: Caller, fields: AgentFields): Promise<IssuedKey>;
  /** Absent fields stay as they are. @throws ValidationFailed, AgentNotFound (`agent_not_found`), SelfLockout */
  abstract update(caller: Caller, id: string, fields: AgentFields): Promise<AgentRecord>;
  /** The old key stops working when the transaction commits. @throws ValidationFailed, AgentNotFound, SelfLockout */
  abstract rotate(caller: Caller, id: string): Promise<IssuedKey>;
  /** Keeps everything that the agent created. @throws ValidationFailed, AgentNotFound, SelfLockout */
  abstract delete(caller: Caller, id: string): Promise<void>;
}
