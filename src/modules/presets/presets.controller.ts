import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { Fails } from '../../platform/openapi/fails.decorator';
import type { Plain } from '../../platform/plain';
import { PresetDto, PresetParams, PresetPatchDto, PresetsQuery } from './dto/preset.request';
import {
  DeletedPresetResponse,
  type PresetPage,
  PresetPageResponse,
  type PresetRecord,
  PresetResponse,
} from './dto/preset.response';
import { PresetsService } from './presets.service';

/** Kept form values. */
@ApiTags('presets')
@Controller('api/presets')
@AnyCaller()
export class PresetsController {
  constructor(private readonly presets: PresetsService) {}

  @Post()
  @Fails(404, 409)
  @ApiOperation({
    operationId: 'createPreset',
    summary: 'Keep values for a workflow under a name',
    description: 'A generate request sends `values` as fields of its body, which checks them.',
  })
  @ApiCreatedResponse({ type: PresetResponse })
  create(@CurrentCaller() caller: Caller, @Body() body: PresetDto): Promise<PresetRecord> {
    return this.presets.create(caller, body);
  }

  @Get()
  @ApiOperation({ operationId: 'listPresets', summary: 'List your presets, newest first' })
  @ApiOkResponse({ type: PresetPageResponse })
  list(@CurrentCaller() caller: Caller, @Query() query: PresetsQuery): Promise<PresetPage> {
    return this.presets.page(caller, query);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getPreset', summary: 'One preset' })
  @ApiOkResponse({ type: PresetResponse })
  get(@CurrentCaller() caller: Caller, @Param() { id }: PresetParams): Promise<PresetRecord> {
    return this.presets.get(caller, id);
  }

  @Patch(':id')
  @ApiOperation({ operationId: 'updatePreset', summary: 'Rename a preset or replace its values' })
  @ApiOkResponse({ type: PresetResponse })
  update(
    @CurrentCaller() caller: Caller,
    @Param() { id }: PresetParams,
    @Body() body: PresetPatchDto,
  ): Promise<PresetRecord> {
    return this.presets.update(caller, id, body);
  }

  @Delete(':id')
  @ApiOperation({ operationId: 'deletePreset', summary: 'Delete a preset' })
  @ApiOkResponse({ type: DeletedPresetResponse })
  remove(
    @CurrentCaller() caller: Caller,
    @Param() { id }: PresetParams,
  ): Promise<Plain<DeletedPresetResponse>> {
    return this.presets.delete(caller, id);
  }
}
