import { applyDecorators, Body, Controller, HttpCode, Post, Res, type Type } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { assertMayUseCharacters } from '../../../platform/access/character.errors';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Plain } from '../../../platform/plain';
import { type BulkOutcome, BulkRequestsService } from './bulk-requests.service';
import { BulkMetadataDto, MediaSelectionDto } from './dto/bulk.dto';
import {
  BulkDeleteResponse,
  BulkMetadataResponse,
  BulkPurgeResponse,
  BulkRestoreResponse,
  StartedOperationResponse,
} from './dto/bulk.response';

type Answer<T> = Promise<Plain<T> | Plain<StartedOperationResponse>>;

const PATHS = { paths: ['kitchen-5f0c3b52-0.png'] };
const FILTER = { filter: { tag: ['draft'] }, dry_run: true };

/** What the routes for several media have in common. */
const ForSeveral = (body: Type, answer: Type, fields: object = {}) =>
  applyDecorators(
    HttpCode(200),
    Fails(409, 429),
    ApiBody({
      type: body,
      examples: {
        paths: { summary: 'By path', value: { ...PATHS, ...fields } },
        filter: { summary: 'Count by filter', value: { ...FILTER, ...fields } },
      },
    }),
    ApiOkResponse({ type: answer }),
    ApiAcceptedResponse({
      type: StartedOperationResponse,
      description: 'More than 1,000 media: the change continues in the background.',
      example: { operation_id: '0d5a2a4c-6f0e-4a77-9a1c-9f2b4b1f9a10' },
    }),
  );

@ApiTags('media')
@Controller('api/media')
@AnyCaller()
export class BulkController {
  constructor(private readonly requests: BulkRequestsService) {}

  @Post('delete')
  @ForSeveral(MediaSelectionDto, BulkDeleteResponse)
  @ApiOperation({
    operationId: 'deleteSeveralMedia',
    summary: 'Move several media to the trash',
    description:
      'They are found nowhere any more, except with `trashed=true`, and are purged after `media.trash_days`.',
  })
  async delete(
    @CurrentCaller() caller: Caller,
    @Body() body: MediaSelectionDto,
    @Res({ passthrough: true }) response: Response,
  ): Answer<BulkDeleteResponse> {
    const outcome = await this.requests.run(caller, body, { kind: 'delete' });
    return answer(response, outcome, (deleted) => ({ deleted }));
  }

  @Post('restore')
  @ForSeveral(MediaSelectionDto, BulkRestoreResponse)
  @ApiOperation({
    operationId: 'restoreMedia',
    summary: 'Take media out of the trash',
    description: 'With everything that they had. What is not in the trash stays as it is.',
  })
  async restore(
    @CurrentCaller() caller: Caller,
    @Body() body: MediaSelectionDto,
    @Res({ passthrough: true }) response: Response,
  ): Answer<BulkRestoreResponse> {
    const outcome = await this.requests.run(caller, body, { kind: 'restore' });
    return answer(response, outcome, (restored) => ({ restored }));
  }

  @Post('purge')
  @ForSeveral(MediaSelectionDto, BulkPurgeResponse)
  @ApiOperation({
    operationId: 'purgeMedia',
    summary: 'Delete media in the trash for good',
    description:
      'File, thumbnails and labels go, and nothing undoes it. Jobs, shots and takes keep their records and say that the file is missing; `used` lists what they name.',
  })
  async purge(
    @CurrentCaller() caller: Caller,
    @Body() body: MediaSelectionDto,
    @Res({ passthrough: true }) response: Response,
  ): Answer<BulkPurgeResponse> {
    const outcome = await this.requests.run(caller, body, { kind: 'purge' });
    return answer(response, outcome, (purged) => ({ purged }));
  }

  @Post('metadata')
  @ForSeveral(BulkMetadataDto, BulkMetadataResponse, { add_tags: ['best'] })
  @ApiOperation({
    operationId: 'updateSeveralMedia',
    summary: 'Change tags, rating and other metadata of several media',
    description: 'Adds and removes tags; replaces the other fields. Omitted ones stay.',
  })
  async update(
    @CurrentCaller() caller: Caller,
    @Body() body: BulkMetadataDto,
    @Res({ passthrough: true }) response: Response,
  ): Answer<BulkMetadataResponse> {
    const { paths, filter, dry_run, expected_count, ...change } = body;
    assertMayUseCharacters(caller, change.character_ids ?? []);
    const selection = { paths, filter, dry_run, expected_count } as MediaSelectionDto;
    const outcome = await this.requests.run(caller, selection, { kind: 'update', change });
    return answer(response, outcome, (changed) => ({ changed }));
  }
}

function answer<T extends object>(
  response: Response,
  outcome: BulkOutcome,
  named: (changed: number) => T,
) {
  const used = 'used' in outcome && outcome.used.length > 0 ? { used: [...outcome.used] } : {};
  if (outcome.kind === 'counted') return { count: outcome.count, ...used };
  const undo = outcome.undo ? { undo: outcome.undo } : {};
  if (outcome.kind === 'done')
    return { ...named(outcome.changed), failed: outcome.failed, ...used, ...undo };
  response.status(202);
  return { operation_id: outcome.operation_id, ...undo };
}
