import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { GuideService } from './guide.service';

@ApiTags('service')
@Controller('api/guide')
@AnyCaller()
export class GuideController {
  constructor(private readonly guide: GuideService) {}

  @Get()
  @Header('Content-Type', 'text/markdown; charset=utf-8')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({
    operationId: 'getGuide',
    summary: 'How to use this install, for agents',
    description:
      'SKILL.md with the address, your limits, your workflows and the nodes as they are now. Its examples run here as they stand.',
  })
  @ApiProduces('text/markdown')
  @ApiOkResponse({ schema: { type: 'string' } })
  read(@CurrentCaller() caller: Caller, @Req() request: Request): Promise<string> {
    return this.guide.page(caller, {
      protocol: request.protocol,
      host: request.headers.host ?? '',
    });
  }
}
