import { Controller, Get, Header, Param, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import type { RequestAddress } from '../../platform/http/install-address';
import { Str } from '../../platform/validation/body-fields';
import { CHAPTERS } from './chapters/chapters';
import { GuideService } from './guide.service';

class ChapterParams {
  @Str({
    min: 1,
    max: 200,
    description: `One of ${Object.keys(CHAPTERS).join(', ')}.`,
    example: 'film',
  })
  chapter: string;
}

const addressOf = ({ protocol, headers }: Request): RequestAddress => ({
  protocol,
  host: headers.host ?? '',
});

@ApiTags('service')
@Controller()
@AnyCaller()
export class GuideController {
  constructor(private readonly guide: GuideService) {}

  @Get('api/guide')
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
    return this.guide.page(caller, addressOf(request));
  }

  @Get('api/guide/:chapter')
  @Header('Content-Type', 'text/markdown; charset=utf-8')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({
    operationId: 'getGuideChapter',
    summary: 'A chapter of the guide',
    description: `More about one task: ${Object.entries(CHAPTERS)
      .map(([name, { about }]) => `\`${name}\` (${about})`)
      .join(', ')}. Its calls, too, run here as they stand.`,
  })
  @ApiProduces('text/markdown')
  @ApiOkResponse({ schema: { type: 'string' } })
  chapter(
    @CurrentCaller() caller: Caller,
    @Param() { chapter }: ChapterParams,
    @Req() request: Request,
  ): Promise<string> {
    return this.guide.chapter(chapter, caller, addressOf(request));
  }

  @Get('llms.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({
    operationId: 'getLlmsTxt',
    summary: 'Where programs find the guide, its chapters and the reference',
    description: 'In the form of llmstxt.org.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  index(@CurrentCaller() caller: Caller, @Req() request: Request): Promise<string> {
    return this.guide.index(caller, addressOf(request));
  }
}
