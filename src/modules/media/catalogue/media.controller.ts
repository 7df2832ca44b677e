import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Caller } from '../../../platform/access/caller';
import { StreamedBody } from '../../../platform/http/body.interceptor';
import type { Plain } from '../../../platform/plain';
import { MediaMetadataDto } from '../dto/media-metadata.dto';
import {
  MediaDaysQuery,
  MediaParams,
  MediaQuery,
  MediaRecordQuery,
  MediaTagsQuery,
} from '../dto/media-query.dto';
import {
  MediaBucketsResponse,
  MediaLayoutResponse,
  MediaPageResponse,
  MediaResponse,
  MediaTagsResponse,
  UploadedMediaResponse,
} from '../dto/media.response';
import { DeletedMediaResponse } from '../dto/media-change.response';
import { UPLOAD_SCHEMA } from '../dto/upload.schema';
import { MediaUploadsService } from '../upload/media-uploads.service';
import { BulkRequestsService } from '../bulk/bulk-requests.service';
import { MediaDaysService } from './media-days.service';
import { MediaListsService } from './media-lists.service';
import { MediaService } from './media.service';

@ApiTags('media')
@Controller('api/media')
@AnyCaller()
export class MediaController {
  constructor(
    private readonly lists: MediaListsService,
    private readonly days: MediaDaysService,
    private readonly media: MediaService,
    private readonly uploads: MediaUploadsService,
    private readonly bulk: BulkRequestsService,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listMedia',
    summary: 'List media, newest first',
    description:
      'What you made and uploaded yourself; admins see the media of all. Filters narrow each other.',
  })
  @ApiOkResponse({ type: MediaPageResponse })
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: MediaQuery,
  ): Promise<Plain<MediaPageResponse>> {
    return this.lists.page(caller, query);
  }

  @Get('buckets')
  @ApiOperation({
    operationId: 'listMediaDays',
    summary: 'Count media by day',
    description: 'The same filters as the list. Days are those of the time zone `tz`.',
  })
  @ApiOkResponse({ type: MediaBucketsResponse })
  buckets(
    @CurrentCaller() caller: Caller,
    @Query() query: MediaDaysQuery,
  ): Promise<Plain<MediaBucketsResponse>> {
    return this.days.buckets(caller, query);
  }

  @Get('layout')
  @ApiOperation({
    operationId: 'getMediaLayout',
    summary: 'Aspect ratios of all media, to lay out a grid before it loads',
    description:
      'The same filters as the list, in the order of creation: the ratio of every match, the days, and a cursor for every 200th.',
  })
  @ApiOkResponse({ type: MediaLayoutResponse })
  layout(
    @CurrentCaller() caller: Caller,
    @Query() query: MediaDaysQuery,
  ): Promise<Plain<MediaLayoutResponse>> {
    return this.days.layout(caller, query);
  }

  @Get('tags')
  @ApiOperation({
    operationId: 'listMediaTags',
    summary: 'Find tags that are in use',
    description: 'The most frequent first, with how many media have them.',
  })
  @ApiOkResponse({ type: MediaTagsResponse })
  tags(
    @CurrentCaller() caller: Caller,
    @Query() query: MediaTagsQuery,
  ): Promise<Plain<MediaTagsResponse>> {
    return this.lists.tags(caller, query);
  }

  @Get(':path')
  @ApiOperation({
    operationId: 'getMedia',
    summary: 'One media asset',
    description: 'What is known about the file; `url` is where its content is.',
  })
  @ApiOkResponse({ type: MediaResponse })
  get(
    @CurrentCaller() caller: Caller,
    @Param() { path }: MediaParams,
    @Query() query: MediaRecordQuery,
  ): Promise<Plain<MediaResponse>> {
    return this.media.get(caller, path, query);
  }

  @Post()
  @StreamedBody('multipart/form-data')
  @Fails(429, 503, 507)
  @ApiOperation({
    operationId: 'uploadMedia',
    summary: 'Upload a picture, a video or sound',
    description:
      'What it is is judged by its content: PNG, JPEG, WebP, GIF, AVIF, MP4, MOV, WebM, MKV, WAV, MP3, FLAC, OGG, M4A.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: UPLOAD_SCHEMA })
  @ApiCreatedResponse({ type: UploadedMediaResponse })
  @ApiOkResponse({
    type: UploadedMediaResponse,
    description: 'You have uploaded these bytes before.',
  })
  async upload(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Plain<UploadedMediaResponse>> {
    const uploaded = await this.uploads.upload(caller, request);
    if (uploaded.duplicate === true) response.status(200);
    return uploaded;
  }

  @Patch(':path/metadata')
  @ApiOperation({
    operationId: 'updateMediaMetadata',
    summary: 'Change tags, rating and other metadata',
    description:
      'An omitted field is left unchanged; null resets it. Lists are replaced as a whole.',
  })
  @ApiBody({
    type: MediaMetadataDto,
    examples: {
      tags: { summary: 'Replace the tags', value: { tags: ['best', 'cover'] } },
      rating: { summary: 'Rate it', value: { rating: 4, favourite: true } },
    },
  })
  @ApiOkResponse({ type: MediaResponse })
  update(
    @CurrentCaller() caller: Caller,
    @Param() { path }: MediaParams,
    @Body() metadata: MediaMetadataDto,
  ): Promise<Plain<MediaResponse>> {
    return this.media.update(caller, path, metadata);
  }

  @Delete(':path')
  @ApiOperation({
    operationId: 'deleteMedia',
    summary: 'Move a media file to the trash',
    description: 'It moves to the trash, and is deleted for good after `media.trash_days`.',
  })
  @ApiOkResponse({ type: DeletedMediaResponse })
  delete(
    @CurrentCaller() caller: Caller,
    @Param() { path }: MediaParams,
  ): Promise<Plain<DeletedMediaResponse>> {
    return this.bulk.deleteOne(caller, path);
  }
}
