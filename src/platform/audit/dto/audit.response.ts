import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '../../http/page.response';
import { ApiAnyObject } from '../../openapi/answer-fields';
import type { ActorKind } from '../audit-entry.entity';

const NULLABLE_AGENT_NAME = { type: 'string', nullable: true, example: 'film-crew' } as const;

/** An operation on keys, scopes or other owners' resources. */
export class AuditEntryResponse {
  @ApiProperty()
  id: string;
  @ApiProperty({ format: 'date-time', example: '2026-01-31T12:00:00.000Z' })
  at: string;
  @ApiProperty({ ...NULLABLE_AGENT_NAME, description: 'The agent who did it; null without a key.' })
  actor: string | null;
  @ApiProperty({
    enum: ['agent', 'unrestricted', 'terminal'],
    description:
      'agent: with a key. unrestricted: without a key, where none is required. terminal: from the command line.',
  })
  actor_kind: ActorKind;
  @ApiProperty({ example: 'agent.revoke' })
  action: string;
  @ApiProperty({ example: 'agent' })
  subject_kind: string;
  @ApiProperty({ description: 'Id of the subject.', example: 'film-crew' })
  subject: string;
  @ApiProperty({ ...NULLABLE_AGENT_NAME, description: 'Owner of the subject at that time.' })
  owner: string | null;
  @ApiAnyObject({ description: 'What changed.' })
  details: Record<string, unknown>;
}

export class AuditPageResponse extends pageOf(AuditEntryResponse) {}
