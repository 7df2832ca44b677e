import type { Caller } from '../../platform/access/caller';
import { InvalidKey, KeyChanged } from '../../platform/access/key.errors';
import type { AgentRow } from './agent.entity';
import { SelfLockout } from './agents.errors';

/**
 * Throws `InvalidKey` or `KeyChanged` when the caller's key was revoked, replaced or narrowed after the request was
 * authenticated: of two admins who revoke each other at the same time, only one succeeds.
 * @param row the caller's own row, read inside the transaction
 */
export function requireUnchangedRights(caller: Caller, row: AgentRow | null): void {
  if (caller.ownerId === null) return;
  if (!row?.enabled) throw new InvalidKey();
  if (row.version !== caller.version) throw new KeyChanged();
}

/** Throws `SelfLockout` when the agent is the caller itself. */
export function requireOtherAgent(caller: Caller, agent: AgentRow, operation: string): void {
  if (caller.ownerId === agent.owner_id) throw new SelfLockout(operation);
}
