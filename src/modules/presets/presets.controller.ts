import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { type Once, OncePerKey, Repeatable } from '../../platform/http/once-per-key.decorator';
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
  @Fails(404)
  @Repeatable()
  @ApiOperation({
    operationId: 'createPreset',
    summary: 'Keep values for a workflow under a name',
    description: 'A generate request sends `values` as fields of its body, which checks them.',
  })
  @ApiBody({
    type: PresetDto,
    examples: {
      portrait: {
        summary: 'Values of a form for one workflow',
        value: {
          name: 'Portrait, soft light',
          workflow: 'sdxl-t2i',
          values: { steps: 30, cfg: 6, negative: 'blurry' },
        },
      },
    },
  })
  @ApiCreatedResponse({ type: PresetResponse })
  create(
    @CurrentCaller() caller: Caller,
    @Body() body: PresetDto,
    @OncePerKey() once: Once,
  ): Promise<PresetRecord> {
    return once(
      body,
      () => this.presets.create(caller, body),
      (id) => this.presets.get(caller, id),
    );
  }

  @Get()
  @ApiOperation({
    operationId: 'listPresets',
    summary: 'List your presets, newest first',
    description: 'Your own; admins see the presets of others with `owner`.',
  })
  @ApiOkResponse({ type: PresetPageResponse })
  list(@CurrentCaller() caller: Caller, @Query() query: PresetsQuery): Promise<PresetPage> {
    return this.presets.page(caller, query);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getPreset',
    summary: 'One preset',
    description: 'Its workflow, and the values that a form starts from.',
  })
  @ApiOkResponse({ type: PresetResponse })
  get(@CurrentCaller() caller: Caller, @Param() { id }: PresetParams): Promise<PresetRecord> {
    return this.presets.get(caller, id);
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'updatePreset',
    summary: 'Rename a preset or replace its values',
    description: 'Only the sent fields change; `values` are replaced as a whole.',
  })
  @ApiBody({
    type: PresetPatchDto,
    examples: { name: { summary: 'Another name', value: { name: 'Portrait, softer light' } } },
  })
  @ApiOkResponse({ type: PresetResponse })
  update(
    @CurrentCaller() caller: Caller,
    @Param() { id }: PresetParams,
    @Body() body: PresetPatchDto,
  ): Promise<PresetRecord> {
    return this.presets.update(caller, id, body);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deletePreset',
    summary: 'Delete a preset',
    description: 'For good. Jobs that were made with its values stay.',
  })
  @ApiOkResponse({ type: DeletedPresetResponse })
  remove(
    @CurrentCaller() caller: Caller,
    @Param() { id }: PresetParams,
  ): Promise<Plain<DeletedPresetResponse>> {
    return this.presets.delete(caller, id);
  }
}
