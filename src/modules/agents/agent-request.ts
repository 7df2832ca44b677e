import type { AgentPatch } from './agent-keys.service';
import type { NewAgent } from './agent-key-factory';
import type { CreateAgentDto, UpdateAgentDto } from './dto/agent.request';

/** What a new account is made from: the defaults of spec §4.9 where nothing was sent. */
export function newAgentOf(body: CreateAgentDto): NewAgent {
  return {
    id: body.id,
    name: body.name,
    is_admin: body.is_admin ?? false,
    allowed_characters: body.allowed_characters ?? [],
    allowed_workflows: body.allowed_workflows ?? [],
    max_concurrent_jobs: body.max_concurrent_jobs ?? null,
  };
}

/** The fields that were sent, and no others. */
export function changesOf({ name, enabled, is_admin, ...scope }: UpdateAgentDto): AgentPatch {
  const { allowed_characters, allowed_workflows, max_concurrent_jobs } = scope;
  return {
    ...(name === undefined ? {} : { name }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(is_admin === undefined ? {} : { is_admin }),
    ...(allowed_characters ? { allowed_characters: [...new Set(allowed_characters)] } : {}),
    ...(allowed_workflows ? { allowed_workflows: [...new Set(allowed_workflows)] } : {}),
    ...(max_concurrent_jobs === undefined ? {} : { max_concurrent_jobs }),
  };
}
