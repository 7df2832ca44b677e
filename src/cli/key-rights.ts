import type { AgentRecord } from '../modules/agents/public/key-administration';

/** One line that says what a key may do, so that a lost option or an empty variable is noticed. */
export function describeRights(key: AgentRecord): string {
  const rights = [
    listOf('workflow', key.allowed_workflows),
    listOf('character', key.allowed_characters),
    capOf(key.max_concurrent_jobs),
    key.is_admin ? 'an admin' : 'not an admin',
    ...(key.enabled ? [] : ['revoked']),
  ];
  return `${key.id}: ${rights.join(', ')}`;
}

/** Whether one of the keys is an enabled admin key. */
export function hasAdmin(keys: readonly AgentRecord[]): boolean {
  return keys.some(({ enabled, is_admin }) => enabled && is_admin);
}

function listOf(kind: string, ids: readonly string[]): string {
  if (ids.length === 0) return `every ${kind}`;
  return `${kind}${ids.length === 1 ? '' : 's'} ${ids.join(' + ')}`;
}

function capOf(cap: number | null): string {
  if (cap === null) return 'no cap';
  return `${cap} job${cap === 1 ? '' : 's'} at a time`;
}
