import type { ProjectTree, Shot } from '../../../api/projects';
import type { WorkflowItem } from '../../../api/types';
import { type ManyChoice, requestOf, workflowOf } from './choice';

const choice = (fields: Partial<ManyChoice>): ManyChoice => ({
  kind: 'image',
  only: 'missing',
  workflows: {},
  ...fields,
});
const shot = { image: null, start_from: 'none' } as Shot;
const project = { scenes: [{ shots: [shot] }] } as unknown as ProjectTree;
const workflows = [
  { id: 'pictures', kind: 'image', modes: ['t2i'], runnable_on: ['node'], run_time: [] },
  { id: 'clips', kind: 'video', modes: ['t2v'], runnable_on: ['node'], run_time: [] },
] as unknown as WorkflowItem[];

describe('takes of many shots', () => {
  it.each<[Partial<ManyChoice>, string | undefined]>([
    [{}, 'pictures'],
    [{ kind: 'video' }, 'clips'],
    [{ workflows: { image: 'mine' } }, 'mine'],
    [{ kind: 'speech' }, undefined],
    [{ kind: 'again' }, undefined],
  ])('%j are made with %s', (fields, expected) => {
    expect(workflowOf(choice(fields), project, workflows)).toBe(expected);
  });

  it('are requested with what was chosen', () => {
    expect(requestOf(choice({ only: 'all' }), 'pictures', ['a'])).toEqual({
      ...{ kind: 'image', only: 'all', shot_ids: ['a'] },
      ...{ workflow: 'pictures', provider: 'auto' },
    });
    expect(requestOf(choice({ kind: 'speech' }), undefined, undefined)).toEqual({
      kind: 'speech',
      only: 'missing',
    });
    expect(requestOf(choice({ kind: 'again' }), undefined, undefined)).toBeNull();
  });
});
