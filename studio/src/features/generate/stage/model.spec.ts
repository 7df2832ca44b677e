import type { LiveJobState } from '../../../api/events/live-job-states';
import type { JobOutput } from '../../../api/types';
import {
  expectedRatio,
  fitting,
  followUpWorkflows,
  outputIndex,
  pagedOutputs,
  preferredWorkflow,
  stepInGrid,
  subjectOf,
  liveFacts,
  turnText,
  waitingText,
} from './model';

const job = (prompt_id: string, status: 'queued' | 'running', node_unreachable = false) => ({
  prompt_id,
  batch: null,
  status,
  node_unreachable,
});
const chosen = { kind: 'media', path: 'old.png' } as const;

describe('the subject of the stage', () => {
  const nothing = {
    choice: undefined,
    submitted: [],
    newestOfBatch: undefined,
    unfinished: [],
    newest: undefined,
  };

  it.each([
    ['nothing', nothing, undefined],
    ['the newest result', { ...nothing, newest: 'a.png' }, { kind: 'media', path: 'a.png' }],
    [
      'a running job before the newest result',
      { ...nothing, unfinished: [job('w', 'queued'), job('r', 'running')], newest: 'a.png' },
      { kind: 'job', id: 'r' },
    ],
    [
      'the submitted job, not one that another page submitted',
      { ...nothing, submitted: ['mine'], unfinished: [job('other', 'running')] },
      { kind: 'job', id: 'mine' },
    ],
    [
      'the submitted job that runs',
      { ...nothing, submitted: ['b', 'a'], unfinished: [job('a', 'running'), job('b', 'queued')] },
      { kind: 'job', id: 'a' },
    ],
    [
      'the submitted job that runs, not one whose node is away',
      {
        ...nothing,
        submitted: ['b', 'a'],
        unfinished: [job('a', 'running', true), job('b', 'running')],
      },
      { kind: 'job', id: 'b' },
    ],
    [
      'the newest result until the submitted batch has a job',
      { ...nothing, submitted: ['bat_b', 'a'], newestOfBatch: null, newest: 'a.png' },
      { kind: 'media', path: 'a.png' },
    ],
    [
      'the job of the submitted batch that runs',
      {
        ...nothing,
        submitted: ['bat_b', 'a'],
        newestOfBatch: 'second',
        unfinished: [job('other', 'running'), { ...job('first', 'running'), batch: 'bat_b' }],
      },
      { kind: 'job', id: 'first' },
    ],
    [
      'the newest job of the submitted batch once none runs',
      { ...nothing, submitted: ['bat_b', 'a'], newestOfBatch: 'second', newest: 'a.png' },
      { kind: 'job', id: 'second' },
    ],
    [
      'the chosen result',
      { ...nothing, choice: { subject: chosen, submitted: 'a' }, submitted: ['a'] },
      chosen,
    ],
    [
      'the next submit instead of the chosen result',
      { ...nothing, choice: { subject: chosen, submitted: 'a' }, submitted: ['b', 'a'] },
      { kind: 'job', id: 'b' },
    ],
  ])('is %s', (_title, candidates, subject) => {
    expect(subjectOf(candidates)).toEqual(subject);
  });
});

it('finds the output of a path, else the first', () => {
  const outputs = [{ path: 'a' }, { path: 'b' }, {}];
  expect(outputIndex(outputs, 'b')).toBe(1);
  expect(outputIndex(outputs, undefined)).toBe(0);
});

it('pages through the files of a job, or through its texts', () => {
  const [text, picture] = [{ type: 'text', text: 'a fox' }, { path: 'a.png' }] as JobOutput[];
  expect(pagedOutputs([text!, picture!])).toEqual([picture]);
  expect(pagedOutputs([text!])).toEqual([text]);
});

it('reserves a square where the size is unknown', () => {
  expect(expectedRatio({ expects: [{ type: 'image', width: 800, height: 400 }] })).toBe(2);
  expect(expectedRatio({ expects: [] })).toBe(1);
});

it.each([
  [0, 22, 'next, 22 s'],
  [2, 120, '2nd, 2 min'],
  [1, null, 'next'],
  [null, null, 'waiting'],
])('says the turn of a job with %s in front and %s s left', (inFront, seconds, text) => {
  expect(turnText(inFront, seconds)).toBe(text);
});

it('says of a waiting job that its node is away', () => {
  const facts = liveFacts(undefined);
  expect(waitingText({ ...facts, inFront: 1 }, null)).toBe('next');
  expect(waitingText({ ...facts, inFront: 1, isNodeAway: true }, 22)).toBe('node away');
});

it('says of a running job that its node is away', () => {
  const job = { status: 'running', node_unreachable: true, moves_at: null };
  const facts = liveFacts({ job, endsAt: 5, progress: { fraction: 0.3 } } as LiveJobState);
  expect(facts.isRunning).toBe(false);
  expect(waitingText(facts, 22)).toBe('node away');
});

it('leaves out the actions with the highest rank first', () => {
  const items = [
    { width: 100, rank: 0 },
    { width: 100, rank: 2 },
    { width: 100, rank: 1 },
  ];
  expect(fitting(items, 4, 400)).toEqual([true, true, true]);
  expect(fitting(items, 4, 220)).toEqual([true, false, true]);
  expect(fitting(items, 4, 50)).toEqual([false, false, false]);
});

describe('what can be made from a result', () => {
  const inputs = { image: 'required', audio: 'none', video: 'none' } as const;
  const runTime = (median_seconds: number) => [
    { provider: 'node', median_seconds, p90_seconds: median_seconds },
  ];
  const workflow = (id: string, modes: ('edit' | 'i2v' | 'v2v')[], seconds: number) => ({
    id,
    modes,
    inputs,
    runnable_on: ['node'],
    run_time: runTime(seconds),
  });
  const slow = workflow('slow', ['edit'], 40);
  const quick = workflow('quick', ['edit'], 8);
  const clip = workflow('clip', ['i2v'], 60);
  const speech = {
    ...workflow('speech', ['i2v'], 9),
    inputs: { ...inputs, audio: 'required' } as const,
  };
  const nowhere = { ...workflow('nowhere', ['edit'], 1), runnable_on: [] };

  it('lists runnable workflows that need the picture only', () => {
    const all = [slow, quick, clip, speech, nowhere];
    expect(followUpWorkflows(all, 'edit', 'image')).toEqual([slow, quick]);
    expect(followUpWorkflows(all, 'clip', 'image')).toEqual([clip]);
    expect(followUpWorkflows(all, 'edit', 'video')).toEqual([]);
  });

  it('edits and enlarges clips with workflows that take a clip', () => {
    const video = { image: 'optional', audio: 'none', video: 'required' } as const;
    const redraw = { ...workflow('redraw', ['v2v'], 9), inputs: video };
    const enlarge = { ...workflow('upscale-video', ['v2v'], 9), inputs: video };
    const all = [slow, clip, redraw, enlarge];
    expect(followUpWorkflows(all, 'edit', 'video')).toEqual([redraw]);
    expect(followUpWorkflows(all, 'upscale', 'video')).toEqual([enlarge]);
    expect(followUpWorkflows(all, 'upscale', 'image')).toEqual([]);
  });

  it('prefers the one used last, else the quickest', () => {
    expect(preferredWorkflow([slow, quick], new Map())).toBe(quick);
    const lastUsed = new Map([['slow', '2026-01-01T00:00:00Z']]);
    expect(preferredWorkflow([slow, quick], lastUsed)).toBe(slow);
    expect(preferredWorkflow<typeof slow>([], lastUsed)).toBeUndefined();
  });
});

it.each([
  ['ArrowRight', 1, 2],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 3],
  ['ArrowDown', 4, 4],
  ['ArrowUp', 3, 1],
])('moves by %s from item %s to %s in a grid of 5 items in 2 columns', (key, index, next) => {
  expect(stepInGrid(key, index, 2, 5)).toBe(next);
});
