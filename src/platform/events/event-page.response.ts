import { ApiProperty } from '@nestjs/swagger';
import { ApiAnyObject } from '../openapi/answer-fields';
import { EVENT_KINDS, type EventKind } from './event-kinds';

const ID = '6d1f0c2b9ae84f7f8f0b5a4c3d2e1f00';

/** An event that was stored. */
class StoredEventResponse {
  @ApiProperty({ example: ID, description: 'Opaque. Valid as `since` and as `Last-Event-ID`.' })
  id: string;
  @ApiProperty({ enum: EVENT_KINDS, example: 'job' })
  type: EventKind;
  @ApiProperty({ format: 'date-time', example: '2026-01-31T12:00:00.000Z' })
  timestamp: string;
  @ApiAnyObject({
    description: 'What the event stream sends, as it was when the event was stored.',
  })
  data: object;
}

/** `GET /api/events?since=…`. */
export class EventPageResponse {
  @ApiProperty({ type: [StoredEventResponse], description: 'In the order of the changes.' })
  items: StoredEventResponse[];
  @ApiProperty({ example: ID, description: 'Send it as `since` next time.' })
  next_since: string;
  @ApiProperty({
    example: false,
    description:
      'Whether to ask again at once: there are later events, of which some may be yours and of the wanted kinds.',
  })
  has_more: boolean;
}

/** The example of the API's documentation. */
export const EVENT_PAGE_EXAMPLE: EventPageResponse = {
  items: [
    {
      id: ID,
      type: 'character',
      timestamp: '2026-01-31T12:00:00.000Z',
      data: { id: 'mira', action: 'updated' },
    },
  ],
  next_since: ID,
  has_more: false,
};
