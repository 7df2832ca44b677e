import { History, type PromptOutcome } from './history';
import type { QueueItem } from './queue-item';

const OUTCOME: PromptOutcome = {
  succeeded: true,
  messages: [],
  outputs: new Map(),
  meta: new Map(),
};

function item(promptId: string): QueueItem {
  return { number: 0, promptId, prompt: new Map(), extraData: new Map(), outputs: [] };
}

function historyOf(...ids: readonly string[]): History {
  const history = new History();
  for (const id of ids) history.record(item(id), OUTCOME);
  return history;
}

describe('History', () => {
  it.each([
    [undefined, -1, ['a', 'b', 'c']],
    [2, -1, ['b', 'c']],
    [2, 1, ['b', 'c']],
    [1, 1, ['b']],
    [9, -1, ['a', 'b', 'c']],
    [undefined, 2, ['c']],
    [2, 5, []],
    // The real one counts after adding, so there is always one.
    [0, 0, ['a']],
  ])('of %s from %s has %j', (maxItems, offset, ids) => {
    expect([...historyOf('a', 'b', 'c').page(maxItems, offset).keys()]).toEqual(ids);
  });

  it('overwrites a repeated id in place', () => {
    expect([...historyOf('a', 'b', 'a').all().keys()]).toEqual(['a', 'b']);
  });

  it('drops the oldest entry beyond ten thousand', () => {
    const history = historyOf(...Array.from({ length: 10_002 }, (_, index) => String(index)));
    expect(history.get('0')).toBeUndefined();
    expect(history.all().size).toBe(10_001);
  });
});
