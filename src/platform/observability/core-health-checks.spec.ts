import type { ConfigService } from '../config/config.service';
import { SystemClock } from '../clock/clock';
import type { DatabaseProblems } from '../database/database-problems';
import type { ReadConnection } from '../database/read-connection';
import { CoreHealthChecks } from './core-health-checks';
import { HealthRegistry } from './health.registry';

describe('the health of the disk', () => {
  it.each([
    { free: 0, limit: 0, status: 'degraded' },
    { free: 100, limit: 100, status: 'degraded' },
    { free: 101, limit: 100, status: 'ok' },
  ])('is $status with $free bytes free and a limit of $limit', async ({ free, limit, status }) => {
    const health = new HealthRegistry(new SystemClock());
    const settings = {
      current: () => ({ data_dir: '/srv/kinora', limits: { min_free_bytes: limit } }),
      rejection: () => null,
      fieldsPendingRestart: () => [],
    };
    new CoreHealthChecks(
      health,
      settings as unknown as ConfigService,
      { manager: { query: async () => [] } } as unknown as ReadConnection,
      { free: async () => free },
      { list: () => [] } as unknown as DatabaseProblems,
    );
    expect((await health.report()).parts['disk']).toMatchObject({ status });
  });
});
