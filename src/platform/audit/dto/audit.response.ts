import { ApiProperty } from '@nestjs/swagger';
import type { Plain } from '../../plain';
import type { ActorKind } from '../audit-entry.entity';

const NAME = { type: 'string', nullable: true, example: 'film-crew' } as const;

/** An operation on keys, scopes or other owners' resources. */
export class AuditEntryResponse {
  @ApiProperty()
  id: string;
  @ApiProperty({ format: 'date-time', example: '2026-01-31T12:00:00.000Z' })
  at: string;
  @ApiProperty({ ...NAME, description: 'The agent who did it; null without a key.' })
  actor: string | null;
  @ApiProperty({
    enum: ['agent', 'unrestricted', 'terminal'],
    description: 'By a key, without one where none is required, or by the key command line.',
  })
  actor_kind: ActorKind;
  @ApiProperty({ example: 'agent.revoke' })
  action: string;
  @ApiProperty({ example: 'agent' })
  subject_kind: string;
  @ApiProperty({ description: 'Id of what it was done to.', example: 'film-crew' })
  subject: string;
  @ApiProperty({ ...NAME, description: 'Whose it was.' })
  owner: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'What changed.' })
  details: Record<string, unknown>;
}

export class AuditPageResponse {
  @ApiProperty({ type: () => AuditEntryResponse, isArray: true })
  items: Plain<AuditEntryResponse>[];
  @ApiProperty({ type: 'string', nullable: true })
  next_cursor: string | null;
  @ApiProperty({ type: 'integer', required: false, description: 'Only with `with_total=true`.' })
  total?: number;
}
