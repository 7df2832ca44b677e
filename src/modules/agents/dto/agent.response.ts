import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import { ApiNullable } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';

const TIME = { format: 'date-time', example: '2026-01-31T12:00:00.000Z' } as const;

/** An account. Its key is never part of it. */
export class AgentResponse {
  @ApiProperty({ example: 'film-crew' })
  id: string;
  @ApiProperty({ example: 'Film crew' })
  name: string;
  @ApiProperty({ description: 'False means revoked.' })
  enabled: boolean;
  @ApiProperty()
  is_admin: boolean;
  @ApiProperty({ type: [String], description: 'Empty allows every character.' })
  allowed_characters: string[];
  @ApiProperty({ type: [String], description: 'Empty allows every workflow.' })
  allowed_workflows: string[];
  @ApiNullable('integer', { description: 'Null means no cap.' })
  max_concurrent_jobs: number | null;
  @ApiProperty({ ...TIME })
  created_at: string;
  @ApiProperty({ ...TIME, type: 'string', nullable: true, description: 'To the minute.' })
  last_used_at: string | null;
  @ApiNullable('string', { description: 'Path of a picture.' })
  avatar: string | null;
  @ApiProperty({ example: '' })
  bio: string;
}

export class AgentPageResponse extends pageOf(AgentResponse) {}

/** An account with its key, which is shown only here. */
export class AgentKeyResponse {
  @ApiProperty({ type: () => AgentResponse })
  agent: Plain<AgentResponse>;
  @ApiProperty({
    description: 'The API key. Keep it now: it is never shown again.',
    example: 'kin_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  })
  key: string;
}

export class DeletedAgentResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ example: 'film-crew' })
  id: string;
}

/** The profile of an account. */
export class ProfileFields {
  @ApiProperty({ example: 'film-crew' })
  id: string;
  @ApiProperty({ example: 'Film crew' })
  name: string;
  @ApiNullable('string', { description: 'Path of a picture.' })
  avatar: string | null;
  @ApiProperty({ example: '' })
  bio: string;
}

export class ProfileResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ type: () => ProfileFields })
  profile: Plain<ProfileFields>;
}
