import { bytesOf, readExactly, withReadAhead } from './readable-bytes';

/** Turns of the event loop during the work. */
async function turnsOf(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  await work();
  clearImmediate(next);
  return turns;
}

describe('withReadAhead', () => {
  it('yields to the event loop while reading a file of many pieces', async () => {
    const source = withReadAhead(bytesOf(Buffer.alloc(100_000)));
    const turns = await turnsOf(async () => {
      for (let at = 0; at < 50_000; at += 1) await readExactly(source, at, 1);
    });
    expect(turns).toBeGreaterThanOrEqual(40);
  });
});
