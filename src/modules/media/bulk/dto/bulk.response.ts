import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { UndoResponse } from '../../dto/media-change.response';
import { REFUSALS, type Refusal } from '../../catalogue/media-changes.repository';

/** A media asset that a request for several left as it was. */
export class FailedMediaResponse {
  @ApiProperty({ example: 'kitchen-5f0c3b52-0.png' })
  path: string;
  @ApiProperty({
    enum: REFUSALS,
    description:
      '`media_not_found`: not there, not yours, or not in the state that the request is about. `not_trashed`: delete it before you purge it. `too_many_tags`: it would have more than 100.',
    example: 'media_not_found',
  })
  code: Refusal;
}

class BulkResponse {
  @ApiPropertyOptional({
    type: [FailedMediaResponse],
    description: 'Those that stayed as they were.',
  })
  failed?: FailedMediaResponse[];
  @ApiPropertyOptional({ type: 'integer', description: 'With `dry_run`, alone.', example: 2 })
  count?: number;
}

class UndoableResponse extends BulkResponse {
  @ApiPropertyOptional({
    type: UndoResponse,
    description: 'Absent if nothing was changed.',
  })
  undo?: UndoResponse;
}

const Count = () => ApiPropertyOptional({ type: 'integer', description: 'How many.', example: 2 });

/** `POST /api/media/delete`. */
export class BulkDeleteResponse extends UndoableResponse {
  @Count() deleted?: number;
}

/** `POST /api/media/restore`. */
export class BulkRestoreResponse extends UndoableResponse {
  @Count() restored?: number;
}

/** `POST /api/media/purge`. Nothing undoes it. */
export class BulkPurgeResponse extends BulkResponse {
  @Count() purged?: number;
  @ApiPropertyOptional({
    type: [String],
    description:
      'Those that shots, approved takes, renders or characters name, also with `dry_run`. Absent if there are none, and for more than 1,000 media.',
    example: ['kitchen-5f0c3b52-0.png'],
  })
  used?: string[];
}

/** `POST /api/media/metadata`. */
export class BulkMetadataResponse extends UndoableResponse {
  @Count() changed?: number;
}

/** More than 1,000 media: the change continues in the background. */
export class StartedOperationResponse {
  @ApiProperty({
    description: 'For `GET /api/operations/{id}`.',
    example: '0d5a2a4c-6f0e-4a77-9a1c-9f2b4b1f9a10',
  })
  operation_id: string;
  @ApiPropertyOptional({ type: UndoResponse, description: 'Usable once it has ended.' })
  undo?: UndoResponse;
}
