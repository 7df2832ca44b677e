import { ApiProperty } from '@nestjs/swagger';
import { ApiNullable } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';

/** The account that a browser is signed in as. */
export class SessionAgent {
  @ApiProperty({ example: 'film-crew' })
  id: string;
  @ApiProperty({ example: 'Film crew' })
  name: string;
  @ApiProperty()
  is_admin: boolean;
  @ApiNullable('string', { description: 'Path of a picture.' })
  avatar: string | null;
}

/** The account of the request's key, with its rights and its number of unfinished jobs. */
export class OwnSessionAgent extends SessionAgent {
  @ApiProperty({ type: [String], description: 'Character ids; empty: every character.' })
  allowed_characters: string[];
  @ApiProperty({
    type: [String],
    description: 'Workflow ids; empty: every workflow.',
    example: ['sdxl-t2i'],
  })
  allowed_workflows: string[];
  @ApiNullable('integer', {
    description: 'Jobs that may be queued or running at a time; null: no limit.',
    example: 4,
  })
  max_concurrent_jobs: number | null;
  @ApiProperty({ type: 'integer', description: 'Jobs that are queued or running.', example: 1 })
  unfinished: number;
}

class SessionLimits {
  @ApiProperty({ type: 'integer', description: 'Bytes of one upload.', example: 536870912 })
  upload_bytes: number;
  @ApiProperty({
    type: 'integer',
    description: 'Days after which what is in the trash is deleted for good; 0: at once.',
    example: 30,
  })
  trash_days: number;
}

/** The caller, and whether this install requires a key. */
export class SessionResponse {
  @ApiProperty({
    type: () => OwnSessionAgent,
    nullable: true,
    description: 'Null without a valid key.',
  })
  agent: Plain<OwnSessionAgent> | null;
  @ApiProperty({ description: 'Whether this install requires a key with every request.' })
  require_api_key: boolean;
  @ApiProperty({
    description:
      'Whether requests without a key have full access. Always false if this request has a key in `Authorization`, valid or not.',
  })
  unrestricted: boolean;
  @ApiProperty({ description: 'Version of the service.', example: '0.1.0' })
  version: string;
  @ApiProperty({
    type: [String],
    description:
      'Parts of the API that can be used here: without `speech` or `training` if the operator has not set it up.',
    example: ['batches', 'presets'],
  })
  features: string[];
  @ApiProperty({ type: () => SessionLimits })
  limits: Plain<SessionLimits>;
  @ApiProperty({ description: 'Whether every node is simulated: its outputs are placeholders.' })
  simulator_only: boolean;
}

export class SignedInResponse {
  @ApiProperty({ type: () => SessionAgent })
  agent: Plain<SessionAgent>;
}

export class SignedOutResponse {
  @ApiProperty({ example: true })
  ok: true;
}
