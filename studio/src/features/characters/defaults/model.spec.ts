import type { WorkflowParam } from '../../../api/types';
import type { Setting } from '../../generate/public';
import {
  defaultRows,
  refusals,
  settingOptions,
  textOf,
  withDefault,
  withoutDefault,
} from './model';

const setting = (name: string, kind: Setting['kind'], fields: Partial<Setting> = {}): Setting => ({
  name,
  kind,
  param: { label: name.toUpperCase() } as WorkflowParam,
  usual: undefined,
  workflows: ['SDXL'],
  ...fields,
});
const STEPS = setting('steps', 'slider', { usual: 25 });
const NEGATIVE = setting('negative', 'text');
const SETTINGS = [NEGATIVE, STEPS, setting('hires', 'switch'), setting('sampler', 'choice')];

describe('defaultRows', () => {
  it('has the order of the form, and what it lacks last', () => {
    const defaults = { 'node_3.cfg': 4, sampler: 'euler', workflow_params: { steps: 30 } };
    expect(defaultRows(defaults, SETTINGS, undefined)).toEqual([
      { name: 'steps', label: 'STEPS', value: 30, setting: STEPS },
      { name: 'sampler', label: 'SAMPLER', value: 'euler', setting: SETTINGS[3] },
      { name: 'node_3.cfg', label: 'node_3.cfg', value: 4 },
    ]);
  });

  it.each([
    ['steps', '30'],
    ['steps', null],
    ['hires', 1],
    ['negative', ['hat']],
    ['sampler', true],
  ])('has no control for %s of %j', (name, value) => {
    const [row] = defaultRows({ [name]: value }, SETTINGS, undefined);
    expect(row).toEqual({ name, label: name.toUpperCase(), value });
  });

  it.each([
    ['steps', 25],
    ['negative', ''],
    ['hires', undefined],
  ])('begins %s with %j', (name, value) => {
    expect(defaultRows({}, SETTINGS, name)).toMatchObject([{ name, value }]);
  });

  it('shows what is stored of a setting that was added', () => {
    expect(defaultRows({ steps: 8 }, SETTINGS, 'steps')).toMatchObject([{ value: 8 }]);
  });
});

describe('withDefault and withoutDefault', () => {
  const both = { seed: 7, workflow_params: { steps: 30, cfg: 4 } };

  it('change a value where it is', () => {
    expect(withDefault(both, 'steps', 8)).toEqual({
      seed: 7,
      workflow_params: { steps: 8, cfg: 4 },
    });
    expect(withDefault(both, 'width', 512)).toEqual({ ...both, width: 512 });
    expect(withDefault({ ...both, steps: 1 }, 'steps', 8)).toEqual({ ...both, steps: 8 });
  });

  it('take a value away wherever it is', () => {
    expect(withoutDefault({ ...both, steps: 1 }, 'steps')).toEqual({
      seed: 7,
      workflow_params: { cfg: 4 },
    });
    expect(withoutDefault({ workflow_params: { steps: 30 } }, 'steps')).toEqual({});
  });

  it('leave params that are not an object as they are', () => {
    expect(withoutDefault({ workflow_params: 3, seed: 7 }, 'seed')).toEqual({ workflow_params: 3 });
    expect(withoutDefault({ workflow_params: 3 }, 'workflow_params')).toEqual({});
  });
});

describe('settingOptions', () => {
  const hintOf = (workflows: readonly string[]) => `in ${workflows.length}`;

  it('leaves out what is there, and finds a setting by its name', () => {
    expect(settingOptions([NEGATIVE, STEPS], { workflow_params: { steps: 8 } }, hintOf)).toEqual([
      { value: 'negative', label: 'NEGATIVE', hint: 'in 1', words: 'negative' },
    ]);
  });

  it('tells settings of one label apart', () => {
    const twin = setting('steps_low', 'slider', { param: STEPS.param });
    expect(settingOptions([STEPS, twin], {}, hintOf).map(({ label }) => label)).toEqual([
      'STEPS (steps)',
      'STEPS (steps_low)',
    ]);
  });
});

describe('textOf', () => {
  it.each([
    ['hat', 'hat'],
    ['', '""'],
    [[1, null], '[1,null]'],
    [false, 'false'],
  ])('of %j is %s', (value, text) => {
    expect(textOf(value)).toBe(text);
  });
});

describe('refusals', () => {
  it.each([
    [['body', 'defaults', 'cfg'], 'cfg'],
    [['body', 'defaults', 'workflow_params', 'cfg'], 'cfg'],
    [['body', 'defaults', 'loras', 0, 'name'], 'loras'],
    [['body', 'defaults'], 'steps'],
    [['body'], 'steps'],
  ])('of %j belongs to %s', (loc, name) => {
    expect(refusals([{ loc, msg: 'Send less.' }], 'steps')).toEqual({ [name]: 'Send less.' });
  });

  it('says all about one setting', () => {
    const loc = ['body', 'defaults', 'cfg'];
    const fields = ['Send less.', 'Send a number.'].map((msg) => ({ loc, msg }));
    expect(refusals(fields, 'cfg')).toEqual({ cfg: 'Send less. Send a number.' });
  });
});
