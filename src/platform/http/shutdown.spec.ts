import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Shutdown } from './shutdown';

describe('Shutdown', () => {
  it('tells any number of waiting requests, without a warning of Node', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const shutdown = new Shutdown();
    const waiting = Array.from({ length: 50 }, () => once(shutdown.signal, 'abort'));
    await setImmediate();
    process.off('warning', note);
    expect(warnings).toEqual([]);
    shutdown.onModuleDestroy();
    await Promise.all(waiting);
    expect(shutdown.signal.aborted).toBe(true);
  });
});
