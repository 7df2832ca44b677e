import { diskHealth } from './core-health-checks';

describe('the health of the disk', () => {
  it.each([
    { free: 0, limit: 0, status: 'degraded' },
    { free: 100, limit: 100, status: 'degraded' },
    { free: 101, limit: 100, status: 'ok' },
  ])('is $status with $free bytes free and a limit of $limit', ({ free, limit, status }) => {
    expect(diskHealth(free, limit)).toMatchObject({ status });
  });
});
