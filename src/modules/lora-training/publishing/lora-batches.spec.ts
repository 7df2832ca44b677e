import {
  comparisonBatch,
  gridBatch,
  inSentBody,
  lorasOf,
  type RenderedLora,
  withoutLoras,
} from './lora-batches';

const lora = (...files: [string, ...string[]]): RenderedLora => ({ name: files[0], files });
const base = { type: 'image', workflow: 'w', provider: 'gpu' };
const grid = {
  name: 'n',
  base,
  prompts: ['a', 'b'],
  seeds: [1],
  strengths: [0.5, 1],
  loras: [lora('o/x_1.safetensors'), lora('o/x_2.safetensors')],
};

describe('a grid', () => {
  it('has an axis for prompts, seeds, checkpoints and strengths', () => {
    expect(gridBatch(grid)).toEqual({
      name: 'n',
      base,
      axes: [
        { param: 'prompt', values: ['a', 'b'] },
        { param: 'seed', values: [1] },
        { param: 'lora_checkpoint', values: ['o/x_1.safetensors', 'o/x_2.safetensors'] },
        { param: 'lora_strength', values: [0.5, 1] },
      ],
    });
  });

  it('gives each file of a pair to its expert', () => {
    const { axes } = gridBatch({ ...grid, strengths: [0.5], loras: [lora('h', 'l')] });
    expect(axes.at(-1)).toEqual({
      param: 'workflow_params.loras',
      values: [
        [
          { name: 'h', strength: 0.5, target: 'high' },
          { name: 'l', strength: 0.5, target: 'low' },
        ],
      ],
    });
  });

  it('has as many runs without its LoRAs', () => {
    const { axes } = withoutLoras(gridBatch(grid));
    expect(axes.slice(2)).toEqual([
      { param: 'lora_checkpoint', values: [null, null] },
      { param: 'lora_strength', values: [0.5, 1] },
    ]);
    const pairs = gridBatch({ ...grid, loras: [lora('h', 'l')] });
    expect(withoutLoras(pairs).axes[2]?.values).toEqual([null, null]);
  });

  it('reads its LoRAs from its axes', () => {
    expect(lorasOf(gridBatch(grid))).toEqual(['o/x_1.safetensors', 'o/x_2.safetensors']);
    expect(lorasOf(gridBatch({ ...grid, loras: [lora('h', 'l')] }))).toEqual(['h']);
  });

  it.each([
    [
      ['body', 'base', 'workflow'],
      ['body', 'workflow'],
    ],
    [
      ['body', 'base', 'steps'],
      ['body', 'params', 'steps'],
    ],
    [
      ['body', 'axes', 0, 'values', 1],
      ['body', 'prompts', 1],
    ],
    [
      ['body', 'axes', 3, 'values', 0],
      ['body', 'strengths', 0],
    ],
    [['body', 'axes'], ['body']],
  ])('names %j of its batch as %j', (loc, sent) => {
    const error = { loc, msg: 'm', type: 'value_error' } as const;
    expect(inSentBody(error, gridBatch(grid))).toEqual({ ...error, loc: sent });
  });
});

describe('a comparison', () => {
  it('renders without the LoRA first, then with it', () => {
    expect(comparisonBatch({ name: 'n', base, loras: [lora('x')] }, 0.7)).toEqual({
      name: 'n',
      base: { ...base, lora_strength: 0.7 },
      axes: [{ param: 'lora_checkpoint', values: [null, 'x'] }],
    });
    expect(comparisonBatch({ name: 'n', base, loras: [lora('h', 'l')] }, 1).axes).toMatchObject([
      { param: 'workflow_params.loras', values: [null, [{ target: 'high' }, { target: 'low' }]] },
    ]);
  });
});
