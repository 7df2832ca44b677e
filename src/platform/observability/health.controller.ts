import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, CurrentCaller, PublicRoute } from '../access/access.decorators';
import type { Caller } from '../access/caller';
import type { Plain } from '../plain';
import { HealthAnswer, LiveAnswer } from './health.response';
import { HealthService } from './health.service';

@ApiTags('service')
@Controller('api/health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get()
  @AnyCaller()
  @ApiOperation({
    operationId: 'getHealth',
    summary: 'State of the service and its parts',
    description:
      '`degraded` names the part that needs attention. The answer is 200 in any case; for a probe, use `GET /api/health/live`.',
  })
  @ApiOkResponse({ type: HealthAnswer })
  async report(@CurrentCaller() caller: Caller): Promise<Plain<HealthAnswer>> {
    return this.health.report(caller);
  }

  @Get('live')
  @PublicRoute()
  @ApiOperation({
    operationId: 'isLive',
    summary: 'Does the process answer?',
    description: 'For probes: needs no key, and checks the process only.',
  })
  @ApiOkResponse({ type: LiveAnswer })
  live(): Plain<LiveAnswer> {
    return { ok: true };
  }
}
