import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { AdminOnly } from '../access/access.decorators';
import { MetricsRegistry } from './metrics.registry';

@ApiTags('service')
@Controller('metrics')
@AdminOnly()
export class MetricsController {
  constructor(private readonly metrics: MetricsRegistry) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiOperation({
    operationId: 'getMetrics',
    summary: 'Numbers for monitoring',
    description:
      'In the text format of Prometheus, names beginning with `kinora_`: unfinished and ended jobs, nodes and their queues, parts of the service, disk, memory.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  read(): Promise<string> {
    return this.metrics.text();
  }
}
