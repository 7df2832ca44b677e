import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { Str } from '../../../platform/validation/body-fields';
import { EmbeddedResponse } from './dto/embedded.response';
import type { EmbeddedSettings } from './embedded-settings';
import { EmbeddedSettingsService } from './embedded-settings.service';

/** The file in the path. */
class EmbeddedParams {
  @Str({
    description: 'The `path` of a media file.',
    example: 'kitchen-5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10-19581e27de7c-0.png',
  })
  path: string;
}

@ApiTags('media')
@Controller('api/media')
@AnyCaller()
export class EmbeddedController {
  constructor(private readonly embedded: EmbeddedSettingsService) {}

  @Get(':path/embedded')
  @ApiOperation({
    operationId: 'getEmbeddedSettings',
    summary: 'Read the settings embedded in a file',
    description:
      'The settings that ComfyUI or AUTOMATIC1111’s web UI wrote into an uploaded file. Outputs of jobs are stored without such texts; their records and jobs say how they were made.',
  })
  @ApiOkResponse({ type: EmbeddedResponse })
  settings(
    @CurrentCaller() caller: Caller,
    @Param() { path }: EmbeddedParams,
  ): Promise<EmbeddedSettings> {
    return this.embedded.read(caller, path);
  }
}
