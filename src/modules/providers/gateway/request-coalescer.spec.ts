import { RequestCoalescer } from './request-coalescer';

/** A request that the test answers. */
function question() {
  const asked: ((answer: string) => void)[] = [];
  const gathering = new RequestCoalescer(
    () => new Promise<string>((resolve) => asked.push(resolve)),
  );
  return { asked, gathering };
}

/** Lets pending callbacks run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}

describe('RequestCoalescer', () => {
  it('sends one request for concurrent callers', async () => {
    const { asked, gathering } = question();
    const answers = Promise.all([gathering.get(), gathering.get(), gathering.get()]);
    await settle();
    expect(asked).toHaveLength(1);
    asked[0]!('one');
    expect(await answers).toEqual(['one', 'one', 'one']);
  });

  it('never answers with a request that started before the call', async () => {
    const { asked, gathering } = question();
    const early = gathering.get();
    await settle();
    const late = [gathering.get(), gathering.get()];
    await settle();
    expect(asked).toHaveLength(1);
    asked[0]!('stale');
    expect(await early).toBe('stale');
    await settle();
    expect(asked).toHaveLength(2);
    asked[1]!('fresh');
    expect(await Promise.all(late)).toEqual(['fresh', 'fresh']);
  });

  it('continues after a failure', async () => {
    let fails = true;
    const gathering = new RequestCoalescer(() =>
      fails ? Promise.reject(new Error('down')) : Promise.resolve('up'),
    );
    await expect(Promise.all([gathering.get(), gathering.get()])).rejects.toThrow('down');
    fails = false;
    expect(await gathering.get()).toBe('up');
  });
});
