import type { Plan, Provider, WorkflowItem } from '../../../../api/types';
import { nodeOptions, startWorkflow, workflowFor, workflowOptions } from './model';

const workflow = (id: string, fields: Partial<WorkflowItem> = {}): WorkflowItem => ({
  id,
  name: id.toUpperCase(),
  description: `About ${id}`,
  kind: 'image',
  modes: ['t2i'],
  source: 'builtin',
  inputs: { image: 'none', audio: 'none', video: 'none' },
  supports_lora: true,
  runnable_on: ['studio'],
  run_time: [],
  ...fields,
});
const image = (need: 'required' | 'optional') => ({
  inputs: { image: need, audio: 'none', video: 'none' } as const,
});
const slow = { run_time: [{ provider: 'studio', median_seconds: 40, p90_seconds: 50 }] };
const quick = { run_time: [{ provider: 'studio', median_seconds: 4, p90_seconds: 5 }] };
const off = { runnable_on: [] };

describe('choosing a workflow', () => {
  it.each<[string, WorkflowItem[], string | undefined, string | undefined]>([
    ['the one used last', [workflow('a'), workflow('b')], 'b', 'b'],
    [
      'the one used last, even if no node runs it now',
      [workflow('a'), workflow('b', off)],
      'b',
      'b',
    ],
    ['a known good one at first', [workflow('a'), workflow('sdxl-t2i')], undefined, 'sdxl-t2i'],
    ['one that runs', [workflow('sdxl-t2i', off), workflow('b')], 'gone', 'b'],
    [
      'one that needs only words',
      [workflow('a', image('required')), workflow('b')],
      undefined,
      'b',
    ],
    ['a picture before a clip', [workflow('a', { kind: 'video' }), workflow('b')], undefined, 'b'],
    ['a clip, if there are only clips', [workflow('a', { kind: 'video' })], undefined, 'a'],
    ['any, if none runs', [workflow('a', off)], undefined, 'a'],
    ['none, if there is none', [], undefined, undefined],
  ])('begins with %s', (_, workflows, last, id) => {
    expect(startWorkflow(workflows, last)?.id).toBe(id);
  });

  it('lists those that run first', () => {
    const options = workflowOptions([workflow('a', off), workflow('b')]);
    expect(options.map(({ value, hint }) => [value, hint])).toEqual([
      ['b', 'About b'],
      ['a', 'No node can run it now'],
    ]);
  });

  const takers = [
    workflow('slow', { ...image('required'), ...slow }),
    workflow('quick', { ...image('optional'), ...quick }),
    workflow('unmeasured', image('required')),
    workflow('words'),
    workflow('singer', {
      inputs: { image: 'required', audio: 'required', video: 'none' },
      ...quick,
    }),
  ];
  it.each<[(string | undefined)[], 'image' | 'audio' | 'video', string | undefined]>([
    [['slow', 'quick'], 'image', 'slow'],
    [['words', 'unmeasured'], 'image', 'unmeasured'],
    [[undefined, 'words'], 'image', 'quick'],
    [[], 'audio', 'singer'],
    [[], 'video', undefined],
  ])('with %j before, a file of kind %s goes to %s', (preferred, kind, id) => {
    expect(workflowFor(takers, kind, preferred)?.id).toBe(id);
  });
});

describe('choosing a node', () => {
  it('says how soon each would run it, or why it can’t', () => {
    const providers = [
      { id: 'studio', name: 'Studio' },
      { id: 'attic', name: 'Attic' },
      { id: 'new', name: 'New' },
    ] as Provider[];
    const node = { accepted: true, can_run_now: true, reasons: [], expected_wait_seconds: 0 };
    const plan = {
      provider: 'studio',
      providers: [
        { ...node, provider: 'studio', expected_run_seconds: 7 },
        {
          ...node,
          provider: 'attic',
          reasons: [{ code: 'node_offline', detail: 'It is offline.' }],
          expected_run_seconds: null,
        },
        { ...node, provider: 'new', expected_run_seconds: null },
      ],
    } as unknown as Plan;
    expect(nodeOptions(providers, plan).map(({ label, hint }) => [label, hint])).toEqual([
      ['auto', 'Now: Studio'],
      ['Studio', 'Free now, 7 s'],
      ['Attic', 'It is offline.'],
      ['New', 'Free now'],
    ]);
    expect(nodeOptions([], undefined)).toEqual([
      { value: 'auto', label: 'auto', hint: 'The quickest node that can' },
    ]);
  });
});
