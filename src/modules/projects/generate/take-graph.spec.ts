import type { TakeStatus } from '../records/take.entity';
import type { TakeKey } from '../takes/take-sources';
import { inOrder, nextSteps } from './take-graph';

const take = (shotId: string, kind: TakeKey['kind'] = 'video'): TakeKey => ({ shotId, kind });

describe('inOrder', () => {
  const sources: Readonly<Record<string, readonly TakeKey[]>> = {
    'b video': [take('a'), take('b', 'image')],
    'c video': [take('b'), take('z')],
  };
  const sourcesOf = ({ shotId, kind }: TakeKey) => sources[`${shotId} ${kind}`] ?? [];

  it('places takes after those that they are made from and keeps the order of the others', () => {
    const takes = [take('c'), take('b'), take('b', 'image'), take('a'), take('d')];
    const ordered = inOrder(takes, sourcesOf);
    expect(ordered.map(({ take: { shotId, kind }, after }) => [shotId, kind, after])).toEqual([
      ['a', 'video', []],
      ['b', 'image', []],
      ['b', 'video', [0, 1]],
      ['c', 'video', [2]],
      ['d', 'video', []],
    ]);
  });

  it('terminates for takes that need each other', () => {
    const circular = ({ shotId }: TakeKey) => [take(shotId === 'a' ? 'b' : 'a')];
    expect(inOrder([take('a'), take('b')], circular)).toHaveLength(2);
  });
});

describe('nextSteps', () => {
  const of = (id: string, status: TakeStatus, after: readonly string[] = []) => ({
    id,
    status,
    after,
    kind: 'video' as const,
  });
  const ids = (takes: readonly { readonly id: string }[]) => takes.map(({ id }) => id);

  it('begins takes whose sources completed, and those without sources', () => {
    const steps = nextSteps([
      of('a', 'completed'),
      of('b', 'waiting', ['a']),
      of('c', 'waiting', ['b']),
      of('d', 'waiting'),
    ]);
    expect([ids(steps.ready), ids(steps.skipped), steps.isDone]).toEqual([['b', 'd'], [], false]);
  });

  it.each<TakeStatus>(['failed', 'cancelled', 'skipped'])(
    'skips only what is made from a take that is %s',
    (status) => {
      const takes = [of('a', status), of('b', 'waiting', ['a']), of('c', 'waiting')];
      const steps = nextSteps(takes);
      expect([ids(steps.skipped), ids(steps.ready)]).toEqual([['b'], ['c']]);
    },
  );

  it('skips a take whose source was deleted', () => {
    expect(ids(nextSteps([of('b', 'waiting', ['gone'])]).skipped)).toEqual(['b']);
  });

  it('is done when every take has ended', () => {
    expect(nextSteps([of('a', 'completed'), of('b', 'skipped')]).isDone).toBe(true);
    expect(nextSteps([of('a', 'completed'), of('b', 'running')]).isDone).toBe(false);
  });
});
