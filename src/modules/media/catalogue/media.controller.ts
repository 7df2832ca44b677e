import { Controller, Delete, Get, Param, Post, Query, Req } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Caller } from '../../../platform/access/caller';
import { StreamedBody } from '../../../platform/http/body.guard';
import type { Plain } from '../../../platform/plain';
import { MediaParams, MediaQuery } from '../dto/media-query.dto';
import { DeletedMediaResponse, MediaPageResponse, MediaResponse } from '../dto/media.response';
import { UPLOAD_SCHEMA } from '../dto/upload.schema';
import { MediaUploadsService } from '../upload/media-uploads.service';
import { MediaService } from './media.service';

@ApiTags('media')
@Controller('api/media')
@AnyCaller()
export class MediaController {
  constructor(
    private readonly media: MediaService,
    private readonly uploads: MediaUploadsService,
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
    return this.media.page(caller, query);
  }

  @Get(':path')
  @ApiOperation({
    operationId: 'getMedia',
    summary: 'What is known of a media file',
    description: 'What is known about the file; `url` is where its content is.',
  })
  @ApiOkResponse({ type: MediaResponse })
  get(
    @CurrentCaller() caller: Caller,
    @Param() { path }: MediaParams,
  ): Promise<Plain<MediaResponse>> {
    return this.media.get(caller, path);
  }

  @Post()
  @StreamedBody('multipart/form-data')
  @Fails(503, 507)
  @ApiOperation({
    operationId: 'uploadMedia',
    summary: 'Upload a picture, a video or sound',
    description:
      'What it is is judged by its content: PNG, JPEG, WebP, GIF, AVIF, MP4, MOV, WebM, MKV, WAV, MP3, FLAC, OGG, M4A.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: UPLOAD_SCHEMA })
  @ApiCreatedResponse({ type: MediaResponse })
  upload(@CurrentCaller() caller: Caller, @Req() request: Request): Promise<Plain<MediaResponse>> {
    return this.uploads.upload(caller, request);
  }

  @Delete(':path')
  @ApiOperation({
    operationId: 'deleteMedia',
    summary: 'Delete a media file',
    description: 'For good: an output of a job that was deleted never comes back.',
  })
  @ApiOkResponse({ type: DeletedMediaResponse })
  delete(
    @CurrentCaller() caller: Caller,
    @Param() { path }: MediaParams,
  ): Promise<Plain<DeletedMediaResponse>> {
    return this.media.delete(caller, path);
  }
}
