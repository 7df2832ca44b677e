import type { Plain } from '../../platform/plain';
import type { NewAgent } from './agent-key-factory';
import type { AgentRow } from './agent.entity';
import type { CreateAgentDto, UpdateAgentDto } from './dto/agent.request';
import type { AgentResponse } from './dto/agent.response';
import type { AgentRecord } from './public/key-administration';
import type { KeyHolder } from './public/key-holders';

/** What can be changed of an account; absent fields stay as they are. */
export type AgentPatch = Partial<
  Pick<
    AgentRow,
    | 'name'
    | 'enabled'
    | 'is_admin'
    | 'allowed_characters'
    | 'allowed_workflows'
    | 'max_concurrent_jobs'
  >
>;

/** A new account, with defaults for omitted fields. */
export function toNewAgent(body: CreateAgentDto): NewAgent {
  return {
    id: body.id,
    name: body.name,
    is_admin: body.is_admin ?? false,
    allowed_characters: body.allowed_characters ?? [],
    allowed_workflows: body.allowed_workflows ?? [],
    max_concurrent_jobs: body.max_concurrent_jobs ?? null,
  };
}

/** Only the fields that the request contains. */
export function toAgentPatch({ name, enabled, is_admin, ...scope }: UpdateAgentDto): AgentPatch {
  const { allowed_characters, allowed_workflows, max_concurrent_jobs } = scope;
  return {
    ...(name === undefined ? {} : { name }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(is_admin === undefined ? {} : { is_admin }),
    ...(allowed_characters === undefined ? {} : { allowed_characters: unique(allowed_characters) }),
    ...(allowed_workflows === undefined ? {} : { allowed_workflows: unique(allowed_workflows) }),
    ...(max_concurrent_jobs === undefined ? {} : { max_concurrent_jobs }),
  };
}

const unique = (ids: readonly string[] | null): string[] => [...new Set(ids)];

/** Of the hash of a key: enough to tell the keys of an account apart. */
const KEY_ID_DIGITS = 16;

/** The account as a caller. */
export function toKeyHolder(agent: AgentRow): KeyHolder {
  return {
    ownerId: agent.owner_id,
    keyId: agent.key_hash?.slice(0, KEY_ID_DIGITS) ?? null,
    agent: { id: agent.id, name: agent.name },
    isAdmin: agent.is_admin,
    allowedCharacters: agent.allowed_characters,
    allowedWorkflows: agent.allowed_workflows,
    maxConcurrentJobs: agent.max_concurrent_jobs,
    version: agent.version,
  };
}

/** The account as the key command line shows it. */
export function toAgentRecord(agent: AgentRow): AgentRecord {
  return { ...toRights(agent), owner_name: agent.owner_name };
}

/** The account with its profile; `avatar` is null when the account can no longer read the file. */
export function toAgentResponse(agent: AgentRow, avatar: string | null): Plain<AgentResponse> {
  return { ...toRights(agent), avatar, bio: agent.bio };
}

/** Names each field, so that a new column can't leak. */
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
