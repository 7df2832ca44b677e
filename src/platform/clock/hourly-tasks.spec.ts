import { Logger } from '@nestjs/common';
import { ManualClock } from '../../../test/support/manual-clock';
import { HourlyTasks } from './hourly-tasks';

const HOUR_MS = 60 * 60 * 1000;

describe('HourlyTasks', () => {
  it('runs each task at start and every hour, also after a failure, until the service ends', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const clock = new ManualClock();
    const hourly = new HourlyTasks(clock);
    const runs = { failing: 0, working: 0 };
    hourly.add({
      name: 'fail the first time',
      run: () => {
        runs.failing += 1;
        return runs.failing === 1 ? Promise.reject(new Error('first')) : Promise.resolve();
      },
    });
    hourly.add({
      name: 'work',
      run: (signal) => {
        runs.working += 1;
        expect(signal.aborted).toBe(false);
        return Promise.resolve();
      },
    });
    hourly.onApplicationBootstrap();
    await clock.advance(0);
    await clock.advance(HOUR_MS - 1);
    expect(runs).toEqual({ failing: 1, working: 1 });
    await clock.advance(1);
    expect(runs).toEqual({ failing: 2, working: 2 });
    await hourly.onModuleDestroy();
    await clock.advance(5 * HOUR_MS);
    expect(runs).toEqual({ failing: 2, working: 2 });
    expect(clock.sleeping()).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it('waits for a running task when the service ends', async () => {
    const hourly = new HourlyTasks(new ManualClock());
    let end = (): void => undefined;
    hourly.add({ name: 'work', run: () => new Promise<void>((resolve) => (end = resolve)) });
    hourly.onApplicationBootstrap();
    let hasEnded = false;
    const stopping = hourly.onModuleDestroy().then(() => (hasEnded = true));
    await new Promise(setImmediate);
    expect(hasEnded).toBe(false);
    end();
    await stopping;
  });
});
