import { type Candidate, chooseNode } from './auto-choice';

const node = (id: string, rest: Partial<Candidate> = {}): Candidate => ({
  id,
  online: true,
  ability: 'fits',
  ahead: 0,
  runSeconds: 10,
  isDefault: false,
  ...rest,
});

describe('chooseNode', () => {
  it.each<[string, string | null, readonly Candidate[]]>([
    ['nobody', null, []],
    ['the shortest wait', 'b', [node('a', { ahead: 3 }), node('b', { ahead: 1 })]],
    [
      'the shortest wait in seconds, not in jobs',
      'a',
      [node('a', { ahead: 3, runSeconds: 5 }), node('b', { ahead: 1, runSeconds: 60 })],
    ],
    [
      'the quicker of two idle nodes',
      'b',
      [node('a', { runSeconds: 9 }), node('b', { runSeconds: 8 })],
    ],
    [
      'a minute per job where nobody has measured',
      'b',
      [node('a', { ahead: 1, runSeconds: null }), node('b', { ahead: 5, runSeconds: 11 })],
    ],
    ['the default among equals', 'b', [node('a'), node('b', { isDefault: true })]],
    ['the first in the configuration among equals', 'a', [node('a'), node('b')]],
    [
      'an online node however long its queue',
      'b',
      [node('a', { online: false }), node('b', { ahead: 99 })],
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
