import { Body, Controller, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { EditCaptionsDto, SetCaptionsDto, UndoCaptionsDto } from '../dto/caption.request';
import {
  type CaptionsChanged,
  CaptionsChangedResponse,
  type CaptionVersions,
  CaptionVersionsResponse,
} from '../dto/caption.response';
import { DatasetParams } from '../dto/dataset.request';
import { CaptionsService } from './captions.service';

const EDIT_EXAMPLES = {
  replace: {
    summary: 'What replacing a text would change',
    value: { find: 'a woman', replace: '[trigger]', dry_run: true },
  },
  prefix: { summary: 'Begin each caption with the trigger', value: { prefix: '[trigger], ' } },
  pattern: {
    summary: 'Swap two words',
    value: { find: '(?i)(red|blue) coat', replace: 'coat in $1', regex: true },
  },
};
const SET_EXAMPLES = {
  one: {
    summary: 'The caption of one picture',
    value: { captions: [{ name: 'kitchen.png', caption: '[trigger], in the kitchen' }] },
  },
};

/** Captions of datasets. */
@ApiTags('lora-training')
@Controller('api/lora-training/datasets/:id/captions')
@AnyCaller()
export class CaptionsController {
  constructor(private readonly captions: CaptionsService) {}

  @Post()
  @HttpCode(200)
  @Fails(409, 503, 507)
  @ApiOperation({
    operationId: 'editCaptions',
    summary: 'Edit all captions of a dataset',
    description:
      'Replaces a text or a pattern (RE2), then adds `prefix` and `suffix` where they are missing. All captions are changed or none; the earlier ones are kept. A caption gets at most 20,000 characters.',
  })
  @ApiBody({ type: EditCaptionsDto, examples: EDIT_EXAMPLES })
  @ApiOkResponse({ type: CaptionsChangedResponse })
  edit(
    @CurrentCaller() caller: Caller,
    @Param() { id }: DatasetParams,
    @Body() body: EditCaptionsDto,
  ): Promise<CaptionsChanged> {
    return this.captions.edit(caller, id, body);
  }

  @Patch()
  @Fails(409, 503, 507)
  @ApiOperation({
    operationId: 'setCaptions',
    summary: 'Set captions of single pictures',
    description: 'The other captions stay. An empty text removes a caption.',
  })
  @ApiBody({ type: SetCaptionsDto, examples: SET_EXAMPLES })
  @ApiOkResponse({ type: CaptionsChangedResponse })
  set(
    @CurrentCaller() caller: Caller,
    @Param() { id }: DatasetParams,
    @Body() body: SetCaptionsDto,
  ): Promise<CaptionsChanged> {
    return this.captions.set(caller, id, body);
  }

  @Get('versions')
  @Fails(503)
  @ApiOperation({
    operationId: 'listCaptionVersions',
    summary: 'Changes of captions that can be undone',
    description: 'The newest first, at most 20.',
  })
  @ApiOkResponse({ type: CaptionVersionsResponse })
  versions(
    @CurrentCaller() caller: Caller,
    @Param() { id }: DatasetParams,
  ): Promise<CaptionVersions> {
    return this.captions.list(caller, id);
  }

  @Post('undo')
  @HttpCode(200)
  @Fails(409, 503, 507)
  @ApiOperation({
    operationId: 'undoCaptions',
    summary: 'Undo the newest change of captions',
    description:
      'Captions that were changed after it stay as they are, and are listed as `skipped`. Call it again to undo the change before.',
  })
  @ApiBody({ type: UndoCaptionsDto, examples: { newest: { summary: 'Undo it', value: {} } } })
  @ApiOkResponse({ type: CaptionsChangedResponse })
  undo(
    @CurrentCaller() caller: Caller,
    @Param() { id }: DatasetParams,
    @Body() body: UndoCaptionsDto,
  ): Promise<CaptionsChanged> {
    return this.captions.undo(caller, id, body);
  }
}
