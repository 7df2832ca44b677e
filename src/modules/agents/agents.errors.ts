import type { Caller } from '../../platform/access/caller';
import { codedError } from '../../platform/errors/app-error';

export class AgentNotFound extends codedError({
  code: 'agent_not_found',
  status: 404,
  meaning:
    'There is no agent with this id, or its profile is not yours to see. GET /api/agents lists all.',
}) {
  /** @param caller for the hint: only admins can list agents, others are pointed to their own profile */
  constructor(caller?: Pick<Caller, 'isAdmin' | 'agent'>) {
    const own = caller?.isAdmin === false ? caller.agent : null;
    const hint = own ? `GET /api/agents/${own.id}/profile` : 'GET /api/agents';
    super('There is no agent with this id.', { hint });
  }
}

export class AgentExists extends codedError({
  code: 'agent_exists',
  status: 409,
  meaning: 'Another agent has this id. Choose another id.',
}) {
  constructor(id: string) {
    super(`There is an agent '${id}' already. Choose another id, or change that one.`, {
      hint: `PATCH /api/agents/${id}`,
    });
  }
}

export class SelfLockout extends codedError({
  code: 'self_lockout',
  status: 400,
  meaning:
    'A key cannot revoke, replace, delete or remove admin from itself. Let another admin do it.',
}) {
  constructor(operation: string) {
    super(
      `A key can't ${operation} itself. Sign in with another admin key, or use the terminal: npm run keys -- --help`,
    );
  }
}
