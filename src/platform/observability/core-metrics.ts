import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock';
import { ConfigService } from '../config/config.service';
import { freeBytes } from '../free-space.store';
import { HealthRegistry } from './health.registry';
import { MetricsRegistry } from './metrics.registry';
import { SERVICE_VERSION } from './service-version';

/** Metrics of the process, of its disk and of the parts that report their health. */
@Injectable()
export class CoreMetrics {
  constructor(
    metrics: MetricsRegistry,
    health: HealthRegistry,
    clock: Clock,
    config: ConfigService,
  ) {
    const start = clock.monotonic();
    metrics.add({
      name: 'info',
      type: 'gauge',
      help: 'Always 1.',
      read: () => [{ labels: { version: SERVICE_VERSION }, value: 1 }],
    });
    metrics.add({
      name: 'uptime_seconds',
      type: 'gauge',
      help: 'Time since the start of the service.',
      read: () => [{ value: Math.floor((clock.monotonic() - start) / 1000) }],
    });
    metrics.add({
      name: 'memory_bytes',
      type: 'gauge',
      help: 'Memory of the process.',
      read: () => [{ value: process.memoryUsage.rss() }],
    });
    metrics.add({
      name: 'disk_free_bytes',
      type: 'gauge',
      help: 'Free space of the data folder.',
      read: async () => [{ value: await freeBytes(config.current().data_dir) }],
    });
    metrics.add({
      name: 'part_ok',
      type: 'gauge',
      help: 'Whether a part of the service works, 1 or 0. GET /api/health says what is wrong.',
      read: async () =>
        Object.entries((await health.report()).parts)
          .filter(([, { status }]) => status !== 'off')
          .map(([part, { status }]) => ({ labels: { part }, value: status === 'ok' ? 1 : 0 })),
    });
  }
}
