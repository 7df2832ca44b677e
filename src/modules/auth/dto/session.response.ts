import { ApiProperty } from '@nestjs/swagger';
import type { Plain } from '../../../platform/plain';

/** The account that a browser is signed in as. */
export class SessionAgent {
  @ApiProperty({ example: 'film-crew' })
  id: string;
  @ApiProperty({ example: 'Film crew' })
  name: string;
  @ApiProperty()
  is_admin: boolean;
  @ApiProperty({ type: 'string', nullable: true, description: 'Path of a picture.' })
  avatar: string | null;
}

/** The caller, and whether this install requires a key. */
export class SessionResponse {
  @ApiProperty({
    type: () => SessionAgent,
    nullable: true,
    description: 'Null without a valid key.',
  })
  agent: Plain<SessionAgent> | null;
  @ApiProperty({ description: 'Whether this install requires a key with every request.' })
  require_api_key: boolean;
  @ApiProperty({
    description:
      'Whether requests that are signed like this one are served without restriction. False with a key, known or not.',
  })
  unrestricted: boolean;
}

export class SignedInResponse {
  @ApiProperty({ type: () => SessionAgent })
  agent: Plain<SessionAgent>;
}

export class SignedOutResponse {
  @ApiProperty({ example: true })
  ok: true;
}
