import { Controller, Get, Header, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { MAX_HEADER_BYTES } from '../../platform/http/request-line';
import { Fails } from '../../platform/openapi/fails.decorator';
import { ComfyPassthroughService } from './comfy-passthrough.service';
import { DISCOVERY_ENDPOINTS } from './comfy-path';
import { ComfyQuery } from './dto/comfy-query.dto';

@ApiTags('providers')
@Controller('api/comfy')
@AnyCaller()
export class ComfyPassthroughController {
  constructor(private readonly comfy: ComfyPassthroughService) {}

  @Get('*path')
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Fails(502, 503)
  @ApiOperation({
    operationId: 'askNode',
    summary: 'Read what a node has: models, node classes, its queue and history',
    description:
      "Read-only. Each node has its own model files: name it with `provider`. Other query parameters go to the node. The answer is the node's JSON; `queue` and `history` hold your own prompts only, unless you are an admin.",
  })
  @ApiParam({
    name: 'path',
    description: `One of ${DISCOVERY_ENDPOINTS.join(', ')}; with more behind it, such as \`models/checkpoints\`, \`object_info/KSampler\`, \`history/<prompt_id>\`.`,
    schema: { type: 'string', maxLength: MAX_HEADER_BYTES, example: 'models/checkpoints' },
  })
  @ApiOkResponse({ description: "The node's JSON.", schema: {} })
  async ask(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Query() { provider }: ComfyQuery,
  ): Promise<StreamableFile> {
    return new StreamableFile(await this.comfy.ask(caller, request.originalUrl, provider));
  }
}
