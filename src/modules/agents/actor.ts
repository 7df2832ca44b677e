import type { Caller } from '../../platform/access/caller';
import { InvalidKey, KeyChanged } from '../../platform/access/key.errors';
import type { AgentRow } from './agent.entity';

/**
 * Refuses a change by somebody whose key was revoked, replaced or narrowed since the request was let in. Of two admins
 * who revoke each other at the same time, the second finds itself revoked. Pure.
 * @param row the caller's own row, as it is inside of the transaction
 */
export function refuseStale(caller: Caller, row: AgentRow | null): void {
  if (caller.ownerId === null) return;
  if (!row?.enabled) throw new InvalidKey();
  if (row.version !== caller.version) throw new KeyChanged();
}
