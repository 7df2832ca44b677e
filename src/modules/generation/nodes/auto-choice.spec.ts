import { type Candidate, chooseNode } from './auto-choice';

const busy = (seconds: number, unmeasured = 0) => ({ wait: { seconds, unmeasured } });

const node = (id: string, rest: Partial<Candidate> = {}): Candidate => ({
  id,
  online: true,
  ability: 'fits',
  wait: { seconds: 0, unmeasured: 0 },
  runSeconds: 10,
  isDefault: false,
  ...rest,
});

describe('chooseNode', () => {
  it.each<[string, string | null, readonly Candidate[]]>([
    ['nobody', null, []],
    ['the shortest wait', 'b', [node('a', busy(30)), node('b', busy(10))]],
    [
      'the shortest wait, however long the job itself takes there',
      'a',
      [node('a', { ...busy(15), runSeconds: 60 }), node('b', { ...busy(20), runSeconds: 5 })],
    ],
    [
      'a job in front that nobody has measured as one like this',
      'a',
      [node('a', { ...busy(0, 3), runSeconds: 5 }), node('b', { ...busy(0, 1), runSeconds: 60 })],
    ],
    [
      'the quicker of two idle nodes',
      'b',
      [node('a', { runSeconds: 9 }), node('b', { runSeconds: 8 })],
    ],
    [
      'a minute per job where nobody has measured',
      'b',
      [node('a', { ...busy(0, 1), runSeconds: null }), node('b', busy(59))],
    ],
    ['the default among equals', 'b', [node('a'), node('b', { isDefault: true })]],
    ['the first in the configuration among equals', 'a', [node('a'), node('b')]],
    [
      'an online node however long its queue',
      'b',
      [node('a', { online: false }), node('b', busy(9_999))],
    ],
    ['one that is away when none is online', 'a', [node('a', { online: false })]],
    [
      'one last known able before one never reached',
      'a',
      [node('b', { ability: 'unknown' }), node('a', { online: false })],
    ],
    [
      'one never reached before one that would refuse a value',
      'b',
      [node('a', { ability: 'admits' }), node('b', { ability: 'unknown', online: false })],
    ],
    [
      'one that is away and fits before an online one that would refuse a value',
      'b',
      [node('a', { ability: 'admits' }), node('b', { online: false })],
    ],
  ])('chooses %s', (_, id, candidates) => {
    expect(chooseNode(candidates)).toBe(id);
  });
});
