import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { clientGone } from '../../../platform/http/client-gone';
import { Fails } from '../../../platform/openapi/fails.decorator';
import type { Plain } from '../../../platform/plain';
import { MediaParams } from '../dto/media-query.dto';
import { MediaResponse } from '../dto/media.response';
import type { DerivedRecord } from './derived-media.service';
import { ContactSheetDto } from './dto/derive.dto';
import { LastFrameService } from './last-frame.service';
import { MediaSheetService } from './media-sheet.service';

const SHEET_EXAMPLES = {
  labelled: {
    summary: 'One picture, with a label of your own',
    value: { paths: ['kitchen.png'], labels: ['take 1'] },
  },
};
const SAME = 'You made the same picture from the same media before: its record.';

/** Pictures that are made of other media. */
@ApiTags('media')
@Controller('api/media')
@AnyCaller()
export class DeriveController {
  constructor(
    private readonly lastFrames: LastFrameService,
    private readonly sheets: MediaSheetService,
  ) {}

  @Post(':path/last-frame')
  @HttpCode(201)
  @Fails(503, 507)
  @ApiOperation({
    operationId: 'makeLastFrame',
    summary: 'Make a picture of the last frame of a video',
    description:
      'In full size, as PNG: the start of a video that goes on where this one ends. The picture is yours; `made_from` of its record names the video.',
  })
  @ApiCreatedResponse({ type: MediaResponse })
  @ApiOkResponse({ type: MediaResponse, description: SAME })
  lastFrame(
    @CurrentCaller() caller: Caller,
    @Param() { path }: MediaParams,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Plain<MediaResponse>> {
    return answer(this.lastFrames.make(caller, path, clientGone(response)), response);
  }

  @Post('contact-sheet')
  @HttpCode(201)
  @Fails(404, 503, 507)
  @ApiOperation({
    operationId: 'makeContactSheet',
    summary: 'Make one picture of up to 64 media side by side, with labels',
    description:
      'A WebP with a small version of each, a frame of videos, and its label below. The picture is yours; `made_from` of its record names the media.',
  })
  @ApiBody({ type: ContactSheetDto, examples: SHEET_EXAMPLES })
  @ApiCreatedResponse({ type: MediaResponse })
  @ApiOkResponse({ type: MediaResponse, description: SAME })
  contactSheet(
    @CurrentCaller() caller: Caller,
    @Body() body: ContactSheetDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Plain<MediaResponse>> {
    return answer(this.sheets.make(caller, body, clientGone(response)), response);
  }
}

async function answer(
  derived: Promise<DerivedRecord>,
  response: Response,
): Promise<Plain<MediaResponse>> {
  const { record, isNew } = await derived;
  if (!isNew) response.status(200);
  return record;
}
