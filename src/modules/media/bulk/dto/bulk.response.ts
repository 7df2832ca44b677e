import { ApiProperty } from '@nestjs/swagger';
import { REFUSALS, type Refusal } from '../../catalogue/media-changes.repository';

/** A media asset that a request for several left as it was. */
export class FailedMediaResponse {
  @ApiProperty({ example: 'kitchen-5f0c3b52-0.png' })
  path: string;
  @ApiProperty({
    enum: REFUSALS,
    description:
      '`media_not_found`: not there, not yours, or not in the state that the request is about. `not_trashed`: delete it before you purge it.',
    example: 'media_not_found',
  })
  code: Refusal;
}

class BulkResponse {
  @ApiProperty({ type: [FailedMediaResponse], description: 'Those that stayed as they were.' })
  failed: FailedMediaResponse[];
}

const Count = () => ApiProperty({ type: 'integer', description: 'How many.', example: 2 });

/** `POST /api/media/delete`. */
export class BulkDeleteResponse extends BulkResponse {
  @Count() deleted: number;
}

/** `POST /api/media/restore`. */
export class BulkRestoreResponse extends BulkResponse {
  @Count() restored: number;
}

/** `POST /api/media/purge`. */
export class BulkPurgeResponse extends BulkResponse {
  @Count() purged: number;
}
