import type { Plain } from '../../platform/plain';
import type { AgentRow } from './agent.entity';
import type { AgentResponse } from './dto/agent.response';

/** What admins and the terminal see of an account: each field by name, so that a new column can't leak. */
export function toKeyRecord(agent: AgentRow): Omit<Plain<AgentResponse>, 'avatar' | 'bio'> {
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

/** With the profile; `avatar` is null where its account can't read it any more. */
export function toAgentRecord(agent: AgentRow, avatar: string | null): Plain<AgentResponse> {
  return { ...toKeyRecord(agent), avatar, bio: agent.bio };
}
