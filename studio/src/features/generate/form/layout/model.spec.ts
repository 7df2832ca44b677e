import type { WorkflowParam } from '../../../../api/types';
import { isChanged, type Item, layoutOf, type Line, shownValue } from './model';

const param = (fields: Partial<WorkflowParam>): WorkflowParam => ({
  type: 'number',
  label: 'Number',
  group: 'how',
  order: 0,
  role: null,
  unit: null,
  step: null,
  soft_minimum: null,
  soft_maximum: null,
  required: false,
  default: null,
  minimum: null,
  maximum: null,
  grid: null,
  choices: null,
  folder: null,
  description: '',
  binds: [],
  ...fields,
});

const slider = { soft_minimum: 1, soft_maximum: 50 };
const params: Record<string, WorkflowParam> = {
  scheduler: param({ type: 'choice', group: 'advanced', order: 28, label: 'Scheduler' }),
  sampler: param({ type: 'choice', group: 'advanced', order: 27, label: 'Sampler' }),
  checkpoint: param({ type: 'model', group: 'advanced', order: 30, label: 'Checkpoint' }),
  loras: param({ type: 'loras', order: 26 }),
  lora_checkpoint: param({ type: 'lora', order: 24 }),
  lora_strength: param({ order: 25, ...slider }),
  seed: param({ type: 'integer', role: 'seed', order: 13 }),
  steps: param({ type: 'integer', role: 'steps', order: 14, label: 'Steps', ...slider }),
  cfg: param({ role: 'guidance', order: 15, label: 'Guidance', ...slider }),
  long: param({ order: 16, label: 'Guidance (CFG), high noise', ...slider }),
  height: param({ type: 'integer', role: 'height', group: 'what', order: 9 }),
  width: param({ type: 'integer', role: 'width', group: 'what', order: 8 }),
  image: param({ type: 'image', group: 'what', order: 2 }),
  mask: param({ type: 'mask', group: 'what', order: 3 }),
  negative: param({ type: 'text', role: 'negative', group: 'what', order: 1 }),
  prompt: param({ type: 'text', role: 'prompt', group: 'what', order: 0 }),
};

const text = (item: Item) => ('name' in item ? `${item.kind}:${item.name}` : item.kind);
const lines = (of: readonly Line[]) => of.map((line) => line.map(text).join(' | '));

describe('the layout of a form', () => {
  it('follows group and order, and pairs what fits side by side', () => {
    const { main, advanced, summary } = layoutOf(params);
    expect(lines(main)).toEqual([
      'prompt:prompt',
      'negative:negative',
      'cast',
      'file:image',
      'mask:mask',
      'size',
      'slider:steps | slider:cfg',
      'slider:long',
      'seed:seed | count',
      'loras',
    ]);
    expect(lines(advanced)).toEqual(['choice:sampler | choice:scheduler', 'choice:checkpoint']);
    expect(summary).toEqual(['Sampler', 'Scheduler', 'Checkpoint']);
  });

  it.each<[string, Partial<WorkflowParam>, string]>([
    ['a number with soft bounds is a slider', { type: 'integer', ...slider }, 'slider:x'],
    ['a number without them is typed', { type: 'number', maximum: 9 }, 'number:x'],
    ['a boolean is a switch', { type: 'boolean' }, 'switch:x'],
    ['words are typed', { type: 'string' }, 'text:x'],
    ['words with choices are chosen', { type: 'string', choices: ['a'] }, 'choice:x'],
    ['sound is a file', { type: 'audio' }, 'file:x'],
    ['a width without a height is a number', { type: 'integer', role: 'width' }, 'number:x'],
    ['a single LoRA still has its picker', { type: 'lora' }, 'choice:x'],
  ])('%s', (_, fields, control) => {
    const layout = layoutOf({ x: param(fields) });
    expect(lines(layout.main)[0]?.split(' | ')[0]).toBe(control);
  });

  it.each<[unknown, WorkflowParam['default'], boolean, unknown]>([
    [undefined, 25, false, 25],
    [25, 25, false, 25],
    [30, 25, true, 30],
    ['', null, false, ''],
    ['', 'text', true, ''],
    [0, null, true, 0],
    [false, true, true, false],
  ])('value %j with the default %j: changed is %s', (value, standard, changed, shown) => {
    const one = param({ default: standard });
    expect(isChanged(value, one)).toBe(changed);
    expect(shownValue(value, one)).toBe(shown);
  });
});
