import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AnyCaller, CurrentCaller, PublicRoute } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { StreamedBody } from '../../../platform/http/body.interceptor';
import { sendContent } from '../../../platform/http/content/send-content';
import { type Once, OncePerKey, Repeatable } from '../../../platform/http/once-per-key.decorator';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { ServesFile } from '../../../platform/openapi/serves-file.decorator';
import type { Plain } from '../../../platform/plain';
import { MediaParams } from '../dto/media-query.dto';
import { UploadedMediaResponse } from '../dto/media.response';
import { AddressedUploadsService } from './addressed-uploads.service';
import {
  DeletedLinkResponse,
  LinkDto,
  LinkPageResponse,
  LinkParams,
  LinksQuery,
  NewLinkResponse,
  TokenParams,
  UploadAddressDto,
  UploadAddressResponse,
} from './dto/links.dto';
import { LinkedFilesService } from './linked-files.service';
import { LinkListsService } from './link-lists.service';
import { MediaLinksService } from './media-links.service';
import { UploadAddressesService } from './upload-addresses.service';

const BYTES = { type: 'string', format: 'binary' };

/** Links to media and upload addresses, for who has a key. */
@ApiTags('media')
@Controller('api/media')
@AnyCaller()
export class LinksController {
  constructor(
    private readonly links: MediaLinksService,
    private readonly lists: LinkListsService,
    private readonly addresses: UploadAddressesService,
  ) {}

  @Post(':path/link')
  @Repeatable()
  @ApiOperation({
    operationId: 'createLink',
    summary: 'Make a public link to one file',
    description:
      'Whoever has the URL can fetch this file, without a key. The link ends when it expires or is deleted, while its file is in the trash, and with your key or your access to the file.',
  })
  @ApiBody({
    type: LinkDto,
    required: false,
    examples: { day: { summary: 'For a day', value: { ttl_seconds: 86400 } } },
  })
  @ApiCreatedResponse({ type: NewLinkResponse })
  create(
    @CurrentCaller() caller: Caller,
    @Param() { path }: MediaParams,
    @Body() body: LinkDto,
    @OncePerKey() once: Once,
    @Req() request: Request,
  ): Promise<Plain<NewLinkResponse>> {
    // The token is in the answer only: if the answer was not stored, a repeat makes another link.
    return once(body, () => this.links.create(caller, path, body, request));
  }

  @Get('links')
  @ApiOperation({
    operationId: 'listLinks',
    summary: 'List your public links, newest first',
    description:
      'Those that have not expired, without their URLs. Admins see the links of others with `owner`.',
  })
  @ApiOkResponse({ type: LinkPageResponse })
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: LinksQuery,
  ): Promise<Plain<LinkPageResponse>> {
    return this.lists.page(caller, query);
  }

  @Delete('links/:id')
  @ApiOperation({
    operationId: 'deleteLink',
    summary: 'End a public link',
    description: 'At once; browsers that have fetched the file may show it for another minute.',
  })
  @ApiOkResponse({ type: DeletedLinkResponse })
  delete(
    @CurrentCaller() caller: Caller,
    @Param() { id }: LinkParams,
  ): Promise<Plain<DeletedLinkResponse>> {
    return this.links.delete(caller, id);
  }

  @Post('upload-addresses')
  @ApiOperation({
    operationId: 'createUploadAddress',
    summary: 'Make an address for one upload without a key',
    description:
      'For programs that can send bytes but not your key: `PUT` the file to the `url`, unchanged, within 10 minutes. It becomes yours.',
  })
  @ApiBody({
    type: UploadAddressDto,
    examples: {
      picture: {
        summary: 'For a picture',
        value: {
          filename: 'lighthouse.png',
          size_bytes: 91,
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        },
      },
    },
  })
  @ApiCreatedResponse({ type: UploadAddressResponse })
  @Fails(429)
  @Repeatable()
  createAddress(
    @CurrentCaller() caller: Caller,
    @Body() body: UploadAddressDto,
    @OncePerKey() once: Once,
    @Req() request: Request,
  ): Promise<Plain<UploadAddressResponse>> {
    // As for links.
    return once(body, () => this.addresses.create(caller, body, request));
  }
}

/** What links and upload addresses open, for who has their URL. */
@ApiTags('media')
@Controller()
@PublicRoute()
export class PublicLinksController {
  constructor(
    private readonly files: LinkedFilesService,
    private readonly uploads: AddressedUploadsService,
  ) {}

  @Get('link/:token')
  @ApiOperation({
    operationId: 'getLinkedFile',
    summary: 'Fetch the file of a public link',
    description: 'Needs no key; pages of every origin may show it.',
  })
  @ServesFile('image/*', 'video/*', 'audio/*', 'application/*', 'model/*', 'text/*')
  async file(@Param() { token }: TokenParams, @Res() response: Response): Promise<void> {
    return sendContent(await this.files.find(token), response);
  }

  @Put('upload/:token')
  @StreamedBody()
  @Fails(410, 429, 503, 507)
  @ApiOperation({
    operationId: 'uploadToAddress',
    summary: 'Upload the file that an upload address was made for',
    description:
      'The bytes of the file as the body, of any Content-Type; no key. A failed upload leaves the address open for another one.',
  })
  @ApiConsumes('application/octet-stream')
  @ApiBody({ schema: BYTES })
  @ApiCreatedResponse({ type: UploadedMediaResponse })
  @ApiOkResponse({
    type: UploadedMediaResponse,
    description: 'The owner of the address has uploaded these bytes before.',
  })
  async upload(
    @Param() { token }: TokenParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Plain<UploadedMediaResponse>> {
    const uploaded = await this.uploads.upload(token, request);
    response.status(uploaded.duplicate === true ? 200 : 201);
    return uploaded;
  }
}
