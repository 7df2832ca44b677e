import { Global, Module } from '@nestjs/common';
import type { DestinationStream } from 'pino';
import { ConfigService } from '../config/config.service';
import { CoreHealthChecks } from './core-health-checks';
import { DiskSpaceStore } from './disk-space.store';
import { HealthController } from './health.controller';
import { HealthRegistry } from './health.registry';
import { HealthService } from './health.service';
import { logDestination } from './log-destination';
import { AppLogger } from './app-logger';

/** Where log lines go; tests put a stream of their own here. */
export const LOG_DESTINATION = Symbol('LogDestination');

/** Logs and health. */
@Global()
@Module({
  controllers: [HealthController],
  providers: [
    { provide: LOG_DESTINATION, useFactory: logDestination },
    {
      provide: AppLogger,
      inject: [ConfigService, LOG_DESTINATION],
      useFactory: (config: ConfigService, destination: DestinationStream) =>
        new AppLogger(config.current().log.level, destination),
    },
    CoreHealthChecks,
    DiskSpaceStore,
    HealthRegistry,
    HealthService,
  ],
  exports: [AppLogger, HealthRegistry],
})
export class ObservabilityModule {}
