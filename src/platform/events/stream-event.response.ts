import { ApiProperty } from '@nestjs/swagger';
import type { CallerEndReason } from '../access/caller-watch';
import { fieldCodeSpecs } from '../errors/app-error';

const ENDED: Readonly<Record<CallerEndReason, string>> = {
  key_changed:
    'The key was replaced, or what it may do was changed. Look at GET /api/session, then connect again.',
  key_revoked: 'The key was revoked or deleted. Ask an admin for another one.',
  key_required: 'The stream was opened without a key, and one is required now.',
};

const SESSION_REASONS = fieldCodeSpecs('session.reason', {
  profile_changed: 'Name, picture or text of the profile were changed. The stream goes on.',
  ...ENDED,
});

const END_REASONS = fieldCodeSpecs('end.reason', {
  finished: 'The job of the stream has ended.',
  shutting_down: 'The service is stopping. Connect again with the last id.',
  ...ENDED,
});

/** The data of a `session` event. */
export class SessionEventResponse {
  @ApiProperty({
    enum: SESSION_REASONS,
    description: 'What has changed. `end` follows unless it is only the profile.',
  })
  reason: string;
}

/** The data of an `end` event: the last one of a stream. */
export class EndEventResponse {
  @ApiProperty({ enum: END_REASONS })
  reason: string;
}

/** The data of a `resync` event. */
export class ResyncEventResponse {
  @ApiProperty({ example: 'events were missed: reload what you show' })
  reason: string;
}
