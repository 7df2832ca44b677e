import { PageQuery } from '../../http/paging';
import { QueryStr } from '../../validation/query-fields';

/** `GET /api/audit`. Filters narrow each other. */
export class AuditQuery extends PageQuery {
  @QueryStr({
    max: 100,
    description: 'Only entries of this agent, named as in `owner`.',
    example: 'film-crew',
  })
  actor?: string;

  @QueryStr({ max: 100, description: 'What was done.', example: 'agent.revoke' })
  action?: string;

  @QueryStr({ max: 200, description: 'Id of what it was done to.', example: 'film-crew' })
  subject?: string;

  @QueryStr({
    max: 40,
    format: 'date-time',
    description: 'Entries at or after this time (ISO 8601 with a time zone).',
    example: '2026-01-31T12:00:00Z',
  })
  since?: string;
}
