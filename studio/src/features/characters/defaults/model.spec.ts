import type { WorkflowParam } from '../../../api/types';
import type { Setting } from '../../generate/public';
import { defaultRows, settingOptions, textOf, withDefault, withoutDefault } from './model';

const setting = (name: string, kind: Setting['kind'], fields: Partial<Setting> = {}): Setting => ({
  name,
  kind,
  param: { label: name.toUpperCase() } as WorkflowParam,
  startValue: undefined,
  workflows: ['SDXL'],
  ...fields,
});
const STEPS = setting('steps', 'slider', { startValue: 25 });
const NEGATIVE = setting('negative', 'text');
const SETTINGS = [NEGATIVE, STEPS, setting('hires', 'switch'), setting('sampler', 'choice')];

describe('defaultRows', () => {
  it('has the order of the form, and what it lacks last', () => {
    const defaults = { 'node_3.cfg': 4, sampler: 'euler', workflow_params: { steps: 30 } };
    expect(defaultRows(defaults, SETTINGS, [])).toEqual([
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
    const [row] = defaultRows({ [name]: value }, SETTINGS, []);
    expect(row).toEqual({ name, label: name.toUpperCase(), value });
  });

  it.each([
    ['steps', 25],
    ['negative', ''],
    ['hires', undefined],
  ])('begins %s with %j', (name, value) => {
    expect(defaultRows({}, SETTINGS, [name])).toMatchObject([{ name, value }]);
  });

  it('shows what is stored of a setting that was added', () => {
    expect(defaultRows({ steps: 8 }, SETTINGS, ['steps'])).toMatchObject([{ value: 8 }]);
  });

  it('has all settings that were added', () => {
    const rows = defaultRows({ sampler: 'euler' }, SETTINGS, ['steps', 'negative']);
    expect(rows.map(({ name }) => name)).toEqual(['negative', 'steps', 'sampler']);
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

  it('leaves out what is there, stored or only added', () => {
    const rows = defaultRows({ workflow_params: { steps: 8 } }, SETTINGS, ['hires']);
    expect(settingOptions(SETTINGS, rows, hintOf)).toEqual([
      { value: 'negative', label: 'NEGATIVE', hint: 'in 1' },
      { value: 'sampler', label: 'SAMPLER', hint: 'in 1' },
    ]);
  });
});

describe('textOf', () => {
  it.each([
    ['hat', 'hat'],
    ['', ''],
    [[1, null], '[1,null]'],
    [true, 'On'],
    [false, 'Off'],
  ])('of %j is %s', (value, text) => {
    expect(textOf(value)).toBe(text);
  });
});
