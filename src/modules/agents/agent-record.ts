import type { Plain } from '../../platform/plain';
import type { AgentRow } from './agent.entity';
import type { AgentResponse } from './dto/agent.response';
import type { KeyRecord } from './public/key-administration';

/** What the terminal sees of an account. */
export function toKeyRecord(agent: AgentRow): KeyRecord {
  return { ...toRights(agent), owner_name: agent.owner_name };
}

/** With the profile; `avatar` is null where its account can't read it any more. */
export function toAgentRecord(agent: AgentRow, avatar: string | null): Plain<AgentResponse> {
  return { ...toRights(agent), avatar, bio: agent.bio };
}

/** Each field by name, so that a new column can't leak. */
function toRights(agent: AgentRow): Omit<Plain<AgentResponse>, 'avatar' | 'bio'> {
  return {
    id: agent.id,
    name: agent.name,
    enabled: agent.enabled,
    is_admin: agent.is_admin,
    allowed_characters: agent.allowed_characters,
    allowed_workflows: agent.allowed_workflows,
    max_concurrent_jobs: agent.max_concurrent_jobs,
    created_at: agent.created_at,
    last_used_at: agent.last_used_at,
  };
}
