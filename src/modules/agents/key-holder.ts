import type { AgentRow } from './agent.entity';
import type { KeyHolder } from './public/key-holders';

/** The account as a caller. */
export function toKeyHolder(agent: AgentRow): KeyHolder {
  return {
    ownerId: agent.owner_id,
    agent: { id: agent.id, name: agent.name },
    isAdmin: agent.is_admin,
    allowedCharacters: agent.allowed_characters,
    allowedWorkflows: agent.allowed_workflows,
    maxConcurrentJobs: agent.max_concurrent_jobs,
    version: agent.version,
  };
}
