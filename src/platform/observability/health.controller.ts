import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyCaller, PublicRoute } from '../access/access.decorators';
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
  async report(): Promise<Plain<HealthAnswer>> {
    return this.health.report();
  }

  @Get('live')
  @PublicRoute()
  @ApiOperation({
    operationId: 'isLive',
    summary: 'Does the process answer?',
    description: 'For probes: needs no key, and looks at nothing but the process.',
  })
  @ApiOkResponse({ type: LiveAnswer })
  live(): Plain<LiveAnswer> {
    return { ok: true };
  }
}
