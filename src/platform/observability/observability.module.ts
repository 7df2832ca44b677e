import { Global, Module } from '@nestjs/common';
import type { DestinationStream } from 'pino';
import { ConfigService } from '../config/config.service';
import { CoreHealthChecks } from './core-health-checks';
import { CoreMetrics } from './core-metrics';
import { HealthController } from './health.controller';
import { HealthRegistry } from './health.registry';
import { HealthService } from './health.service';
import { logDestination } from './log-destination.store';
import { MetricsController } from './metrics.controller';
import { MetricsRegistry } from './metrics.registry';
import { AppLogger } from './app-logger';

/** Where log lines go; tests put a stream of their own here. */
export const LOG_DESTINATION = Symbol('LogDestination');

/** Logs, health and metrics. */
@Global()
@Module({
  controllers: [HealthController, MetricsController],
  providers: [
    { provide: LOG_DESTINATION, useFactory: logDestination },
    {
      provide: AppLogger,
      inject: [ConfigService, LOG_DESTINATION],
      useFactory: (config: ConfigService, destination: DestinationStream) =>
        new AppLogger(() => config.current().log.level, destination),
    },
    CoreHealthChecks,
    CoreMetrics,
    HealthRegistry,
    HealthService,
    MetricsRegistry,
  ],
  exports: [AppLogger, HealthRegistry, MetricsRegistry],
})
export class ObservabilityModule {}
