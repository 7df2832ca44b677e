import type { WorkflowParam } from '../../../../api/types';
import { settingsOf } from './model';

const PARAM: WorkflowParam = {
  type: 'integer',
  label: 'Steps',
  group: 'how',
  order: 12,
  role: 'steps',
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
};
const param = (fields: Partial<WorkflowParam>): WorkflowParam => ({ ...PARAM, ...fields });

/** The setting that workflows with these params of one name have. */
const settingWith = (...variants: readonly Partial<WorkflowParam>[]) => {
  const workflows = variants.map((fields, index) => ({
    name: `Workflow ${index}`,
    params: { it: param(fields) },
  }));
  return settingsOf(workflows)[0];
};

describe('settingsOf', () => {
  it('has each name once, with its workflows, in the order of the form', () => {
    const settings = settingsOf([
      { name: 'A', params: { sampler: param({ order: 27, type: 'choice', choices: ['euler'] }) } },
      { name: 'B', params: { sampler: param({ order: 27, type: 'choice', choices: ['euler'] }) } },
      { name: 'C', params: { steps: param({ order: 14 }) } },
    ]);
    expect(settings.map(({ name, workflows }) => [name, workflows])).toEqual([
      ['steps', ['C']],
      ['sampler', ['A', 'B']],
    ]);
  });

  it('tells settings of one label apart', () => {
    const params = { steps: param({}), steps_low: param({}), cfg: param({ label: 'Guidance' }) };
    expect(settingsOf([{ name: 'A', params }]).map((setting) => setting.param.label)).toEqual([
      'Steps (steps)',
      'Steps (steps_low)',
      'Guidance',
    ]);
  });

  it('has the widest bounds, the finest grid and all choices', () => {
    const grid = (step: number) => ({ step, offset: 0 });
    expect(
      settingWith(
        { minimum: 32, maximum: 4096, soft_minimum: 256, soft_maximum: 1024, grid: grid(16) },
        { minimum: 16, maximum: 1024, soft_minimum: 512, soft_maximum: 1536, grid: grid(8) },
        { minimum: 64, maximum: null, grid: grid(64) },
      ),
    ).toMatchObject({
      kind: 'slider',
      param: { minimum: 16, maximum: null, soft_minimum: 256, soft_maximum: 1536, grid: grid(8) },
    });
    expect(settingWith({ grid: grid(8) }, { grid: null })?.param.grid).toBeNull();
    expect(
      settingWith(
        { type: 'choice', choices: ['euler', 'heun'] },
        { type: 'choice', choices: ['heun', 'lcm'] },
      )?.param.choices,
    ).toEqual(['euler', 'heun', 'lcm']);
  });

  it('takes fractions where one workflow does, and has no default', () => {
    const merged = settingWith({ default: 4 }, { type: 'number', default: 4.5 });
    expect(merged?.param).toMatchObject({ type: 'number', default: null });
  });

  it('describes only what all workflows say', () => {
    expect(settingWith({ description: 'More is finer.' })?.param.description).toBe(
      'More is finer.',
    );
    expect(settingWith({ description: '8 here.' }, { description: '30.' })?.param.description).toBe(
      '',
    );
  });

  it.each([
    ['the most common default', [{ default: 30 }, { default: 8 }, { default: 8 }], 8],
    ['nothing without one', [{ default: null }], undefined],
    ['no words', [{ type: 'text', default: 'blurry' }], undefined],
    ['no model', [{ type: 'model', folder: 'vae', choices: ['a'], default: 'a' }], undefined],
  ] as const)('begins with %s', (_, variants, startValue) => {
    expect(settingWith(...(variants as readonly Partial<WorkflowParam>[]))?.startValue).toBe(
      startValue,
    );
  });

  it.each([
    [{ role: 'seed', soft_minimum: 0, soft_maximum: 9 }, 'number'],
    [{ role: 'negative', type: 'text' }, 'text'],
    [{ type: 'boolean' }, 'switch'],
  ] as const)('sets %j with a control for one value', (fields, kind) => {
    expect(settingWith(fields)?.kind).toBe(kind);
  });

  it.each([
    [{ role: 'prompt', type: 'text' }],
    [{ type: 'image' }],
    [{ type: 'mask' }],
    [{ type: 'loras' }],
    [{ type: 'choice', choices: null }],
  ] as const)('leaves %j out', (fields) => {
    expect(settingWith(fields)).toBeUndefined();
  });

  it('leaves out what belongs to LoRAs', () => {
    const params = { loras: param({ type: 'loras' }), lora_strength: param({ type: 'number' }) };
    expect(settingsOf([{ name: 'A', params }])).toEqual([]);
  });

  it('has the kind of most workflows where they differ', () => {
    const mixed = settingWith({ type: 'text' }, { type: 'number' }, { type: 'integer' });
    expect(mixed).toMatchObject({ kind: 'number', workflows: ['Workflow 1', 'Workflow 2'] });
  });
});
