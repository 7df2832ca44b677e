import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Plain } from '../../../platform/plain';
import { MediaParams } from '../dto/media-query.dto';
import {
  DuplicateGroupsResponse,
  DuplicatesQuery,
  ResolvedDuplicatesResponse,
  ResolveDuplicatesDto,
  SimilarMediaListResponse,
  SimilarQuery,
} from './dto/likeness.dto';
import { DuplicatesService } from './duplicates.service';
import { LikenessService } from './likeness.service';

/** Media that look alike. */
@ApiTags('media')
@Controller('api/media')
@AnyCaller()
export class LikenessController {
  constructor(
    private readonly likeness: LikenessService,
    private readonly duplicates: DuplicatesService,
  ) {}

  @Get('duplicates')
  @ApiOperation({
    operationId: 'listMediaDuplicates',
    summary: 'Groups of media that look the same',
    description:
      'Copies in other sizes, formats and qualities, found at intake; the groups with the newest media first. A group is of one owner. A page may hold fewer groups than its limit before the last one.',
  })
  @ApiOkResponse({ type: DuplicateGroupsResponse })
  groups(
    @CurrentCaller() caller: Caller,
    @Query() query: DuplicatesQuery,
  ): Promise<Plain<DuplicateGroupsResponse>> {
    return this.likeness.groups(caller, query);
  }

  @Post('duplicates/resolve')
  @HttpCode(200)
  @Fails(404)
  @ApiOperation({
    operationId: 'resolveMediaDuplicates',
    summary: 'Merge near duplicates, or mark them as distinct',
    description:
      'Merging is one step: the kept one gets all tags, characters, datasets, collections, origins and references of the others, the best rating, and a description if it has none; the others go to the trash.',
  })
  @ApiBody({
    type: ResolveDuplicatesDto,
    examples: {
      distinct: {
        summary: 'They are not the same',
        value: { distinct: ['frame-1.png', 'frame-2.png'] },
      },
    },
  })
  @ApiOkResponse({ type: ResolvedDuplicatesResponse })
  resolve(
    @CurrentCaller() caller: Caller,
    @Body() body: ResolveDuplicatesDto,
  ): Promise<Plain<ResolvedDuplicatesResponse>> {
    return this.duplicates.resolve(caller, body);
  }

  @Get(':path/similar')
  @ApiOperation({
    operationId: 'listSimilarMedia',
    summary: 'Media that look similar to one',
    description:
      'By perceptual hash: copies, also cropped and recoloured ones. Empty for sound and for pictures of a single colour.',
  })
  @ApiOkResponse({ type: SimilarMediaListResponse })
  similar(
    @CurrentCaller() caller: Caller,
    @Param() { path }: MediaParams,
    @Query() { limit }: SimilarQuery,
  ): Promise<Plain<SimilarMediaListResponse>> {
    return this.likeness.similar(caller, path, limit);
  }
}
