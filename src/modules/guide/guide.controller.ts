import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../platform/access/access.decorators';
import type { Caller } from '../../platform/access/caller';
import { type AnswerRecipe, ReadyAnswers } from '../../platform/http/content/ready-answers';
import type { RequestAddress } from '../../platform/http/install-address';
import { NotModified } from '../../platform/openapi/not-modified.decorator';
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

const MARKDOWN = 'text/markdown; charset=utf-8';

interface Page {
  readonly type: string;
  readonly write: (address: RequestAddress) => Promise<string>;
}

@ApiTags('service')
@Controller()
@AnyCaller()
export class GuideController {
  constructor(
    private readonly guide: GuideService,
    private readonly answers: ReadyAnswers,
  ) {}

  @Get('api/guide')
  @ApiOperation({
    operationId: 'getGuide',
    summary: 'How to use this install, for agents',
    description:
      'SKILL.md with the address, your limits, your workflows and the nodes as they are now. Its examples run here as they stand.',
  })
  @ApiProduces('text/markdown')
  @ApiOkResponse({ schema: { type: 'string' } })
  @NotModified()
  read(@CurrentCaller() caller: Caller, @Res() response: Response): Promise<void> {
    return this.send(caller, response, {
      type: MARKDOWN,
      write: (address) => this.guide.page(caller, address),
    });
  }

  @Get('api/guide/:chapter')
  @ApiOperation({
    operationId: 'getGuideChapter',
    summary: 'A chapter of the guide',
    description: `More about one task: ${Object.entries(CHAPTERS)
      .map(([name, { about }]) => `\`${name}\` (${about})`)
      .join(', ')}. Its calls, too, run here as they stand.`,
  })
  @ApiProduces('text/markdown')
  @ApiOkResponse({ schema: { type: 'string' } })
  @NotModified()
  chapter(
    @CurrentCaller() caller: Caller,
    @Param() { chapter }: ChapterParams,
    @Res() response: Response,
  ): Promise<void> {
    return this.send(caller, response, {
      type: MARKDOWN,
      write: (address) => this.guide.chapter(chapter, caller, address),
    });
  }

  @Get('llms.txt')
  @ApiOperation({
    operationId: 'getLlmsTxt',
    summary: 'Where programs find the guide, its chapters and the reference',
    description: 'In the form of llmstxt.org.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  @NotModified()
  index(@CurrentCaller() caller: Caller, @Res() response: Response): Promise<void> {
    return this.send(caller, response, {
      type: 'text/plain; charset=utf-8',
      write: (address) => this.guide.index(caller, address),
    });
  }

  private send(caller: Caller, response: Response, page: Page): Promise<void> {
    const { protocol, headers } = response.req;
    return this.answers.send(
      response,
      this.recipe(caller, { protocol, host: headers.host ?? '' }, page),
    );
  }

  private recipe(
    caller: Caller,
    address: RequestAddress,
    { type, write }: Page,
  ): AnswerRecipe<string> {
    return {
      caller,
      type,
      sources: () => this.guide.sources(caller),
      make: () => write(address),
    };
  }
}
