import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { Fails } from '../../platform/openapi/fails.decorator';
import { McpService } from './mcp.service';

const MESSAGE = { type: 'object', additionalProperties: true };

@ApiTags('service')
@Controller('mcp')
@AnyCaller()
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  @HttpCode(200)
  @Fails(400, 429)
  @ApiOperation({
    operationId: 'callMcp',
    summary: 'Tools for assistants, over the Model Context Protocol',
    description:
      'One JSON-RPC message of MCP (streamable HTTP, without sessions): revision 2026-07-28, and those of 2025. Use an MCP client. A call that asks for its progress is answered with server-sent events, a notification with 202.',
  })
  @ApiBody({
    schema: MESSAGE,
    examples: {
      call: {
        summary: 'A call of a tool',
        value: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'get_nodes', arguments: {} },
        },
      },
    },
  })
  @ApiOkResponse({ schema: MESSAGE, description: 'The answer to the message.' })
  serve(
    @CurrentCaller() caller: Caller,
    @Body() message: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.mcp.serve(caller, { message, request, response });
  }
}
