import { emptyForm } from '../../model';
import type { Params } from '../layout/model';
import { withEmbedded } from './embedded';

const params = {
  prompt: { role: 'prompt', type: 'text', choices: null },
  negative: { role: 'negative', type: 'text', choices: null },
  seed: { role: 'seed', type: 'integer', choices: null },
  steps: { role: 'steps', type: 'integer', choices: null },
  cfg: { role: 'guidance', type: 'number', choices: null },
  sampler: { role: 'sampler', type: 'choice', choices: ['euler'] },
  width: { role: 'width', type: 'integer', choices: null },
  height: { role: 'height', type: 'integer', choices: null },
} as unknown as Params;

const embedded = (fields: object) => ({
  format: 'a1111' as const,
  prompt: 'a fox',
  negative: 'blurry',
  seed: 42,
  settings: {},
  models: [],
  graph_found: false,
  damage: null,
  ...fields,
});

describe('settings inside a foreign picture', () => {
  const form = { ...emptyForm('w', 'image'), prompt: 'mine', values: { steps: 9, cfg: 2 } };
  it.each<[string, object, string, object, readonly string[]]>([
    [
      'ComfyUI’s names',
      { settings: { steps: 20, cfg: 7, sampler: 'euler' } },
      'a fox',
      { steps: 20, cfg: 7, sampler: 'euler', seed: 42, negative: 'blurry' },
      [],
    ],
    [
      'A1111’s names',
      { settings: { Steps: 20, 'CFG scale': 6.5, Size: '640x832' } },
      'a fox',
      { steps: 20, cfg: 6.5, width: 640, height: 832, seed: 42, negative: 'blurry' },
      [],
    ],
    [
      'a sampler that no node has, and a setting that the workflow has not',
      { settings: { sampler: 'Euler a', 'Schedule type': 'Karras' } },
      'a fox',
      { steps: 9, cfg: 2, seed: 42, negative: 'blurry' },
      [
        'sampler: The workflow doesn’t take “Euler a”.',
        'Schedule type: The workflow has no such setting.',
      ],
    ],
    [
      'words in place of a number',
      { settings: { steps: 'many' }, seed: null, negative: null },
      'a fox',
      { steps: 9, cfg: 2 },
      ['steps: The workflow doesn’t take “many”.'],
    ],
    [
      'a value of thousands of characters',
      { settings: { steps: 'a'.repeat(10_000) }, seed: null, negative: null },
      'a fox',
      { steps: 9, cfg: 2 },
      [`steps: The workflow doesn’t take “${'a'.repeat(60)}…”.`],
    ],
    ['no prompt', { prompt: null, seed: null, negative: null }, 'mine', { steps: 9, cfg: 2 }, []],
  ])('with %s', (_, fields, prompt, values, left) => {
    const { state, notRestored } = withEmbedded(form, embedded(fields), params);
    expect(state.prompt).toBe(prompt);
    expect(state.values).toEqual(values);
    expect(notRestored.map(({ field, why }) => `${field}: ${why}`)).toEqual(left);
  });
});
