import { ApiProperty } from '@nestjs/swagger';
import type { CallerEndReason } from '../access/caller-watch';

const ENDED = ['key_changed', 'key_revoked', 'key_required'] as const satisfies CallerEndReason[];

/** The data of a `session` event. */
export class SessionEventResponse {
  @ApiProperty({
    enum: ['profile_changed', ...ENDED],
    description: 'What has changed. `end` follows unless it is only the profile.',
  })
  reason: string;
}

/** The data of an `end` event: the last one of a stream. */
export class EndEventResponse {
  @ApiProperty({
    enum: ['finished', 'shutting_down', ...ENDED],
    description: '`finished`: the job of the stream has ended.',
  })
  reason: string;
}

/** The data of a `resync` event. */
export class ResyncEventResponse {
  @ApiProperty({ example: 'events were missed: reload what you show' })
  reason: string;
}
