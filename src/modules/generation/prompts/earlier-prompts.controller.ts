import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import type { Plain } from '../../../platform/plain';
import { PromptsQuery } from './dto/prompts.query';
import { DeletedPromptsResponse, PromptPageResponse } from './dto/prompts.response';
import { EarlierPromptsService } from './earlier-prompts.service';

@ApiTags('generate')
@Controller('api/prompts')
@AnyCaller()
export class EarlierPromptsController {
  constructor(private readonly prompts: EarlierPromptsService) {}

  @Get()
  @ApiOperation({
    operationId: 'listPrompts',
    summary: 'Your earlier prompts, last used first',
    description: 'Each once, however often it was used. Nobody else sees them.',
  })
  @ApiOkResponse({ type: PromptPageResponse })
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: PromptsQuery,
  ): Promise<Plain<PromptPageResponse>> {
    return this.prompts.page(caller, query);
  }

  @Delete()
  @ApiOperation({
    operationId: 'deletePrompts',
    summary: 'Forget your earlier prompts',
    description: 'Jobs and media keep theirs.',
  })
  @ApiOkResponse({ type: DeletedPromptsResponse })
  remove(@CurrentCaller() caller: Caller): Promise<Plain<DeletedPromptsResponse>> {
    return this.prompts.deleteAll(caller);
  }
}
