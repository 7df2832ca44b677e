import { Logger } from '@nestjs/common';
import { ManualClock } from '../../../test/support/manual-clock';
import { HealthRegistry } from './health.registry';

describe('HealthRegistry', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  const clock = new ManualClock();
  let health: HealthRegistry;
  beforeEach(() => (health = new HealthRegistry(clock)));

  it('is ok when no part is degraded, even if one is off', async () => {
    health.add({ name: 'a', check: () => ({ status: 'ok' }) });
    health.add({ name: 'b', check: () => Promise.resolve({ status: 'off', detail: 'Not here.' }) });
    expect(await health.report()).toEqual({
      status: 'ok',
      parts: { a: { status: 'ok' }, b: { status: 'off', detail: 'Not here.' } },
    });
  });

  it('reports a failing check as degraded, without its message, and the service, too', async () => {
    health.add({ name: 'a', check: () => Promise.reject(new Error('/secret/path')) });
    health.add({
      name: 'b',
      check: () => {
        throw new Error('at once');
      },
    });
    const report = await health.report();
    expect(report).toMatchObject({ status: 'degraded', parts: { b: { status: 'degraded' } } });
    expect(JSON.stringify(report)).not.toContain('secret');
  });

  it('reports a check without an answer within a second as degraded', async () => {
    health.add({ name: 'slow', check: () => new Promise(() => undefined) });
    const report = health.report();
    await clock.advance(1_000);
    expect((await report).parts['slow']?.status).toBe('degraded');
  });

  it('refuses a second contributor of the same name', () => {
    health.add({ name: 'a', check: () => ({ status: 'ok' }) });
    expect(() => {
      health.add({ name: 'a', check: () => ({ status: 'ok' }) });
    }).toThrow();
  });
});
