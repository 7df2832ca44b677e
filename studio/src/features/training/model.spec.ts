import type { DatasetItem } from '../../api/datasets';
import type { Sample } from '../../api/training-runs';
import type { WorkflowItem } from '../../api/types';
import {
  canTrainOn,
  chartOf,
  firstFreeName,
  itemsWith,
  mergedWarnings,
  neighboursOf,
  nextName,
  pointAt,
  sampleBeside,
  samplesByPrompt,
  terminalText,
  triggerOf,
  workflowsFor,
} from './model';

describe('names of runs', () => {
  it.each([
    ['mara_v1', 'mara_v2'],
    ['mara_v9', 'mara_v10'],
    ['mara', 'mara_v2'],
  ])('after %s comes %s', (name, next) => {
    expect(nextName(name)).toBe(next);
  });

  it('takes the first free one, of characters that names may have', () => {
    const runs = [{ job_name: 'my_set_v1' }, { job_name: 'my_set_v2' }];
    expect(firstFreeName('my.set', runs)).toBe('my_set_v3');
    expect(triggerOf('My.Set')).toBe('my_set_tok');
  });
});

it.each([
  ['fox.png', 'image', true],
  ['fox.JPEG', 'image', true],
  ['fox.gif', 'image', false],
  ['moves.webp', 'video', false],
] as const)('trains on %s, an %s: %s', (path, type, can) => {
  expect(canTrainOn({ path, type })).toBe(can);
});

describe('problems of a dataset', () => {
  const warnings = [
    { code: 'near_duplicates', message: 'alike', pictures: ['a', 'b'] },
    { code: 'captions_missing', message: 'no caption', pictures: ['c'] },
    { code: 'near_duplicates', message: 'alike', pictures: ['d', 'e'] },
  ];
  const items = ['a', 'b', 'c', 'd'].map((name): DatasetItem => ({
    name,
    caption: '',
    size_bytes: 1,
    url: '',
  }));

  it('are one for each kind', () => {
    expect(mergedWarnings(warnings).map(({ code, pictures }) => [code, pictures])).toEqual([
      ['near_duplicates', ['a', 'b', 'd', 'e']],
      ['captions_missing', ['c']],
    ]);
  });

  it('tell which pictures to show', () => {
    const names = (problem?: string) => itemsWith(items, problem, warnings).map(({ name }) => name);
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
    expect(names('near_duplicates')).toEqual(['a', 'b', 'd']);
    expect(names('other')).toEqual([]);
  });

  it('leave each picture its neighbours', () => {
    expect(neighboursOf(items, 'a')).toEqual({ before: undefined, after: items[1] });
    expect(neighboursOf(items, 'gone')).toEqual({ before: undefined, after: undefined });
  });
});

describe('samples', () => {
  const sample = (prompt_index: number, step: number): Sample => ({
    name: `${step}_${prompt_index}`,
    step,
    prompt_index,
    prompt: `prompt ${prompt_index}`,
    path: '',
    created_at: '',
  });
  const rows = samplesByPrompt([sample(0, 0), sample(1, 0), sample(0, 50), sample(1, 50)]);

  it('are listed by prompt, the newest first', () => {
    expect(rows.map(({ samples }) => samples.map(({ name }) => name))).toEqual([
      ['50_0', '0_0'],
      ['50_1', '0_1'],
    ]);
  });

  it.each([
    ['50_0', { step: -1 }, '0_0'],
    ['0_0', { step: 1 }, '50_0'],
    ['50_0', { step: 1 }, undefined],
    ['50_0', { prompt: 1 }, '50_1'],
    ['50_0', { prompt: -1 }, undefined],
    ['gone', { step: 1 }, undefined],
  ])('beside %s by %j is %s', (name, move, beside) => {
    expect(sampleBeside(rows, name, move)?.name).toBe(beside);
  });
});

describe('chartOf', () => {
  const curve = [
    { step: 10, value: 0.4 },
    { step: 60, value: 0.2 },
  ];

  it('places the points between the first step and the last one of the run', () => {
    const chart = chartOf(curve, 110);
    expect(chart).toMatchObject({ first: 10, last: 110, low: 0.2, high: 0.4 });
    expect(chart?.points.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [0.5, 1],
    ]);
    expect(chart && pointAt(chart, 0.9)?.step).toBe(60);
  });

  it('is nothing without a line', () => {
    expect(chartOf(curve.slice(0, 1), 100)).toBeUndefined();
  });
});

it('shows a log as a terminal does', () => {
  expect(terminalText('a: 1%\ra: 2%\r\nb\n')).toBe('a: 2%\nb\n');
});

it('offers workflows that are called like the base model first', () => {
  const workflows = ['flux1-dev-t2i', 'z-image-upscale', 'z-image-turbo-t2i', 'sdxl-t2i'].map(
    (id) => ({ id, supports_lora: id !== 'sdxl-t2i' }) as WorkflowItem,
  );
  expect(workflowsFor(workflows, 'Z-Image Turbo').map(({ id }) => id)).toEqual([
    'z-image-turbo-t2i',
    'z-image-upscale',
    'flux1-dev-t2i',
  ]);
});
