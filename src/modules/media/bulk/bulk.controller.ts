import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import type { Plain } from '../../../platform/plain';
import { MediaTrashService } from '../trash/media-trash.service';
import { MediaPathsDto } from './dto/bulk.dto';
import { BulkDeleteResponse, BulkPurgeResponse, BulkRestoreResponse } from './dto/bulk.response';

const EXAMPLES = {
  paths: { summary: 'By path', value: { paths: ['kitchen-5f0c3b52-0.png'] } },
};

@ApiTags('media')
@Controller('api/media')
@AnyCaller()
export class BulkController {
  constructor(private readonly trash: MediaTrashService) {}

  @Post('delete')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'deleteSeveralMedia',
    summary: 'Move several media to the trash',
    description:
      'They are found nowhere any more, except with `trashed=true`, and are purged after `media.trash_days`.',
  })
  @ApiBody({ type: MediaPathsDto, examples: EXAMPLES })
  @ApiOkResponse({ type: BulkDeleteResponse })
  async delete(
    @CurrentCaller() caller: Caller,
    @Body() { paths }: MediaPathsDto,
  ): Promise<Plain<BulkDeleteResponse>> {
    const { changed: deleted, failed } = await this.trash.run(caller, paths, 'delete');
    return { deleted, failed: [...failed] };
  }

  @Post('restore')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'restoreMedia',
    summary: 'Take media out of the trash',
    description: 'With everything that they had. What is not in the trash stays as it is.',
  })
  @ApiBody({ type: MediaPathsDto, examples: EXAMPLES })
  @ApiOkResponse({ type: BulkRestoreResponse })
  async restore(
    @CurrentCaller() caller: Caller,
    @Body() { paths }: MediaPathsDto,
  ): Promise<Plain<BulkRestoreResponse>> {
    const { changed: restored, failed } = await this.trash.run(caller, paths, 'restore');
    return { restored, failed: [...failed] };
  }

  @Post('purge')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'purgeMedia',
    summary: 'Delete media in the trash for good',
    description:
      'File, thumbnails and labels go, and nothing brings them back. Jobs keep their records and say that the file is missing.',
  })
  @ApiBody({ type: MediaPathsDto, examples: EXAMPLES })
  @ApiOkResponse({ type: BulkPurgeResponse })
  async purge(
    @CurrentCaller() caller: Caller,
    @Body() { paths }: MediaPathsDto,
  ): Promise<Plain<BulkPurgeResponse>> {
    const { changed: purged, failed } = await this.trash.run(caller, paths, 'purge');
    return { purged, failed: [...failed] };
  }
}
