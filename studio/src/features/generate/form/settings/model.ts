import type { WorkflowParam } from '../../../../api/types';
import { toRange } from '../../../../ui/numbers';
import {
  type ControlKind,
  isSlider,
  kindOf,
  type Params,
  PART_OF_LORAS,
  rangeOf,
} from '../layout/model';

/** A param by its name, as all workflows together take it. */
export interface Setting {
  readonly name: string;
  readonly kind: ControlKind;
  /** With the widest bounds and all choices. A setting has no default: each workflow has its own. */
  readonly param: WorkflowParam;
  /** The default that most workflows have; undefined where it says nothing about the others. */
  readonly startValue: unknown;
  /** Names of the workflows that have it. */
  readonly workflows: readonly string[];
}

interface Variant {
  readonly workflow: string;
  readonly kind: ControlKind;
  readonly param: WorkflowParam;
}
type Variants = [Variant, ...Variant[]];

interface NamedWorkflow {
  readonly name: string;
  readonly params: Params;
}

/**
 * The settings of workflows in the order of the form, except words of the prompt, LoRAs, and pictures and other files.
 */
export function settingsOf(workflows: readonly NamedWorkflow[]): readonly Setting[] {
  const variants = new Map<string, Variants>();
  for (const { name: workflow, params } of workflows)
    for (const [name, param] of Object.entries(params)) {
      const kind = 'loras' in params && PART_OF_LORAS.has(name) ? null : valueKind(param);
      if (kind === null) continue;
      const variant = { workflow, kind, param };
      const others = variants.get(name);
      if (others) others.push(variant);
      else variants.set(name, [variant]);
    }
  const settings = [...variants].map(([name, all]) => settingOf(name, all));
  return settings
    .map((setting) => withOwnLabel(setting, settings))
    .sort((a, b) => a.param.order - b.param.order);
}

/** The label tells the setting from all others. */
function withOwnLabel(setting: Setting, all: readonly Setting[]): Setting {
  const { name, param } = setting;
  const hasTwin = all.some((other) => other.name !== name && other.param.label === param.label);
  return hasTwin ? { ...setting, param: { ...param, label: `${param.label} (${name})` } } : setting;
}

/** What a setting is set with; null: it isn't one. */
const VALUE_KINDS: Readonly<Record<ReturnType<typeof kindOf>, ControlKind | null>> = {
  slider: 'slider',
  number: 'number',
  seed: 'number',
  choice: 'choice',
  switch: 'switch',
  text: 'text',
  negative: 'text',
  prompt: null,
  file: null,
  mask: null,
  loras: null,
};

function valueKind(param: WorkflowParam): ControlKind | null {
  const kind = kindOf(param);
  const isUnknown = kind === 'choice' && param.choices === null;
  return isUnknown ? null : VALUE_KINDS[kind];
}

const isNumber = (kind: ControlKind): boolean => kind === 'slider' || kind === 'number';

function settingOf(name: string, all: Variants): Setting {
  const usualKind = mostCommon(
    all.map(({ kind }) => (isNumber(kind) ? 'number' : kind)),
    all[0].kind,
  );
  const alike = all.filter(
    ({ kind }) => kind === usualKind || (isNumber(kind) && isNumber(usualKind)),
  );
  const [first = all[0]] = alike;
  const param = merged(
    first.param,
    alike.map((variant) => variant.param),
  );
  return {
    name,
    kind: isNumber(usualKind) ? numberKind(param) : usualKind,
    param,
    startValue: startValueOf(alike),
    workflows: alike.map(({ workflow }) => workflow),
  };
}

const numberKind = (param: WorkflowParam): ControlKind =>
  param.role !== 'seed' && isSlider(param) ? 'slider' : 'number';

/** Words and models suit one workflow, not the others. */
function startValueOf(variants: readonly Variant[]): unknown {
  const values = variants.flatMap(({ kind, param }) =>
    kind === 'text' || param.folder !== null || param.default === null ? [] : [param.default],
  );
  return mostCommon<unknown>(values, undefined);
}

function merged(first: WorkflowParam, params: readonly WorkflowParam[]): WorkflowParam {
  const all = <Field extends keyof WorkflowParam>(field: Field) =>
    params.map((param) => param[field]);
  const choices = params.flatMap((param) => param.choices ?? []);
  return {
    ...first,
    type: all('type').includes('number') ? 'number' : first.type,
    label: mostCommon(all('label'), first.label),
    // What is written for one model misleads about the others.
    description: new Set(all('description')).size === 1 ? first.description : '',
    required: false,
    default: null,
    minimum: widest(all('minimum'), Math.min),
    maximum: widest(all('maximum'), Math.max),
    soft_minimum: extreme(all('soft_minimum'), Math.min),
    soft_maximum: extreme(all('soft_maximum'), Math.max),
    step: extreme(all('step'), Math.min),
    grid: finest(all('grid')),
    choices: choices.length === 0 ? null : [...new Set(choices)],
  };
}

type Extreme = (...values: readonly number[]) => number;

/** Null stands for any number. */
const widest = (bounds: readonly (number | null)[], of: Extreme): number | null =>
  bounds.includes(null) ? null : extreme(bounds, of);

function extreme(values: readonly (number | null)[], of: Extreme): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : of(...known);
}

/** Null stands for every number. */
const finest = (grids: readonly WorkflowParam['grid'][]): WorkflowParam['grid'] =>
  grids.reduce((fine, grid) => ((grid?.step ?? 0) < (fine?.step ?? 0) ? grid : fine));

/** The value that occurs most often; the first of those that occur as often. */
function mostCommon<Value>(values: readonly Value[], none: Value): Value {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts.keys()].find((value) => counts.get(value) === most) ?? none;
}

/** The nearest value that the setting takes. */
export const fittedValue = ({ param }: Setting, value: unknown): unknown =>
  typeof value === 'number' && param.choices === null ? toRange(value, rangeOf(param)) : value;
