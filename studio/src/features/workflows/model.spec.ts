import type { WorkflowItem, WorkflowParam } from '../../api/types';
import {
  byPurpose,
  idFromFile,
  matchingWorkflows,
  nameFromFile,
  obstacleOf,
  orderedParams,
  purposeOf,
  rangeText,
  readWorkflowsSearch,
  smallestLack,
} from './model';
import { workflowsWords } from './words';

describe('purposeOf', () => {
  it.each([
    ['image', ['t2i'], 'picture-from-words'],
    ['image', ['i2i', 't2i'], 'picture-from-picture'],
    ['image', ['upscale'], 'upscale'],
    ['video', ['v2v'], 'clip-from-clip'],
    ['video', [], 'clip-from-words'],
  ] as const)('puts %s with modes %j under %s', (kind, modes, purpose) => {
    expect(purposeOf({ kind, modes: [...modes] })).toBe(purpose);
  });
});

describe('byPurpose', () => {
  it('leaves out empty groups, and sorts by what can run, then by name', () => {
    const item = (name: string, modes: WorkflowItem['modes'], runnable_on = ['studio']) =>
      ({ name, kind: 'image', modes, runnable_on }) as const;
    const groups = byPurpose([
      item('B', ['t2i']),
      item('E', ['edit']),
      item('0', ['t2i'], []),
      item('A', ['t2i']),
    ]);
    expect(groups.map(([purpose, items]) => [purpose, items.map(({ name }) => name)])).toEqual([
      ['picture-from-words', ['A', 'B', '0']],
      ['edit', ['E']],
    ]);
  });
});

describe('a workflow that no node can run', () => {
  const seen = { roles: ['image' as const], last_seen_at: '2026-01-01T00:00:00Z' };
  it.each([
    ['a node that was asked lacks something', [], [seen], 'lack'],
    ['one can run it', ['studio'], [seen], undefined],
    ['the only node was never reached', [], [{ ...seen, last_seen_at: null }], undefined],
    ['the only node makes clips', [], [{ ...seen, roles: ['video' as const] }], 'no-node'],
    ['there is no node', [], [], 'no-node'],
    ['the nodes are not known yet', [], undefined, undefined],
  ])('is told apart: %s', (_, runnable_on, nodes, expected) => {
    expect(obstacleOf({ kind: 'image', runnable_on }, nodes)).toBe(expected);
  });

  const missing = (provider: string, classes: number, models: number, known = true) => ({
    provider,
    runnable: false,
    known,
    missing_classes: Array.from({ length: classes }, (__, at) => `Class${at}`),
    missing_models: Array.from({ length: models }, (__, at) => ({
      folder: 'loras',
      file: `${at}.safetensors`,
      nearest: [],
    })),
    unsupported_values: [],
  });

  it('names what is missing on the node that lacks least', () => {
    const nodes = [missing('away', 0, 0, false), missing('attic', 2, 3), missing('studio', 1, 2)];
    const lack = smallestLack(nodes)!;
    expect(lack.provider).toBe('studio');
    expect(workflowsWords.lacksParts('Studio', lack)).toBe(
      'Studio lacks 2 model files and 1 ComfyUI building block.',
    );
    expect(workflowsWords.lacksParts('Studio', { models: 1, classes: 2, values: 3 })).toBe(
      'Studio lacks 1 model file, 2 ComfyUI building blocks and 3 values.',
    );
    expect(smallestLack([])).toBeUndefined();
  });
});

describe('matchingWorkflows', () => {
  it.each([
    ['', 1],
    ['sdxl', 1],
    ['portraits SOFT', 1],
    ['clip', 0],
  ])('finds for %j %s', (words, count) => {
    const workflow = { id: 'sdxl-t2i', name: 'My portraits', description: 'Soft light.' };
    expect(matchingWorkflows([workflow], words)).toHaveLength(count);
  });
});

describe('orderedParams', () => {
  it('sorts by group, then by order', () => {
    const param = (group: WorkflowParam['group'], order: number) =>
      ({ group, order }) as WorkflowParam;
    const params = { vae: param('advanced', 1), steps: param('how', 2), prompt: param('what', 9) };
    expect(orderedParams(params).map(([name]) => name)).toEqual(['prompt', 'steps', 'vae']);
  });
});

describe('rangeText', () => {
  it.each([
    [1, 20, '1 – 20'],
    [1, null, 'at least 1'],
    [null, 20, 'at most 20'],
    [null, null, ''],
  ])('writes %s and %s as %j', (minimum, maximum, text) => {
    expect(rangeText({ minimum, maximum })).toBe(text);
  });
});

describe('names from files', () => {
  it.each([
    ['My Portraits (v2).json', 'my-portraits-v2', 'My Portraits (v2)'],
    ['wan_i2v.png', 'wan_i2v', 'wan i2v'],
    ['夜景.json', '', '夜景'],
  ])('of %s are %j and %j', (file, id, name) => {
    expect(idFromFile(file)).toBe(id);
    expect(nameFromFile(file)).toBe(name);
  });
});

describe('readWorkflowsSearch', () => {
  it('reads the open workflow and words', () => {
    expect(readWorkflowsSearch({ open: 'a', q: 42, other: 1 })).toEqual({ open: 'a', q: '42' });
  });
});
