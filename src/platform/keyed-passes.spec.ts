import { KeyedPasses } from './keyed-passes';

describe('passes by key', () => {
  it('join one that has not begun, and follow one that has', async () => {
    const gates: (() => void)[] = [];
    const passes = new KeyedPasses(() => new Promise<void>((resolve) => gates.push(resolve)));
    const first = passes.run('a');
    await Promise.resolve();
    expect(gates).toHaveLength(1);
    const second = passes.run('a');
    expect(passes.run('a')).toBe(second);
    const other = passes.run('b');
    await Promise.resolve();
    expect(gates).toHaveLength(2);
    gates.forEach((open) => open());
    await Promise.all([first, other]);
    await new Promise(setImmediate);
    expect(gates).toHaveLength(3);
    const idle = passes.idle();
    gates[2]!();
    await expect(idle).resolves.toBeUndefined();
  });

  it('go on after one that failed', async () => {
    let runs = 0;
    const passes = new KeyedPasses(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error('failed')) : Promise.resolve();
    });
    await expect(passes.run('a')).rejects.toThrow('failed');
    await passes.run('a');
    await passes.idle();
    expect(runs).toBe(2);
  });
});
