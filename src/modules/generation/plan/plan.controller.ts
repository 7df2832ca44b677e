import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  refs,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, CurrentCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { clientGone } from '../../../platform/http/client-gone';
import { Fails } from '../../../platform/openapi/fails.decorator';
import { PlanDto, PlanImageDto, PlanVideoDto } from '../dto/plan.dto';
import { PLAN_EXAMPLES } from '../dto/generate.examples';
import { PlanResponse } from '../dto/plan.response';
import type { PlanAnswer } from './plan-answer';
import { PlanService } from './plan.service';
import { AdviseOnBodyErrors } from '../request/body-advice.interceptor';

@Controller('api/plan')
@AnyCaller()
export class PlanController {
  constructor(private readonly plans: PlanService) {}

  @Post()
  @HttpCode(200)
  @ApiTags('generate')
  @ApiOperation({
    operationId: 'planGeneration',
    summary: 'Which nodes would accept a generate request, and when they would run it',
    description:
      'A generate body with its type. Runs every check of the submit and spends nothing: nothing is stored, staged, uploaded or counted. What no node would take is refused as the submit would be; what only some nodes object to stands among their reasons. The cap of the key is not looked at.',
  })
  @ApiExtraModels(PlanImageDto, PlanVideoDto)
  @ApiBody({ schema: { oneOf: refs(PlanImageDto, PlanVideoDto) }, examples: PLAN_EXAMPLES })
  @ApiOkResponse({ type: PlanResponse })
  @Fails(404, 409)
  @AdviseOnBodyErrors()
  plan(
    @CurrentCaller() caller: Caller,
    @Body() body: PlanDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PlanAnswer> {
    return this.plans.plan(caller, body as PlanImageDto | PlanVideoDto, clientGone(response));
  }
}
