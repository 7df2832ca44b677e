import type { WorkflowParam } from '../../../../api/types';
import type { NumberRange } from '../../../../ui/numbers';

/** Controls of a value, which other forms have, too. */
export type ControlKind = 'slider' | 'number' | 'choice' | 'switch' | 'text';
type ParamKind = ControlKind | 'prompt' | 'negative' | 'seed' | 'file' | 'mask';

/** One control of the form. */
export type Item =
  | { readonly kind: 'cast' | 'count' | 'loras' }
  | { readonly kind: 'size'; readonly width: string; readonly height: string }
  | { readonly kind: ParamKind; readonly name: string };

/** Controls that stand in one line: one over its whole width, or two. */
export type Line = readonly [Item] | readonly [Item, Item];

export interface FormLayout {
  readonly main: readonly Line[];
  readonly advanced: readonly Line[];
  /** Labels of the advanced section, for its summary. */
  readonly summary: readonly string[];
}

export type Params = Readonly<Record<string, WorkflowParam>>;

/** A longer label needs the whole line. */
const MAX_HALF_LABEL = 20;
/** File names need the whole line. */
const LONG_VALUES = new Set(['model', 'lora']);
const NUMBERS = new Set(['slider', 'number', 'choice', 'switch']);

/** Which controls the form of a workflow has, in which order. */
export function layoutOf(params: Params): FormLayout {
  const names = Object.keys(params).sort((a, b) => orderOf(params, a) - orderOf(params, b));
  const of = (group: WorkflowParam['group']) =>
    names.filter((name) => params[name]?.group === group).flatMap((name) => itemsOf(params, name));
  const what = of('what');
  const how = of('how');
  const seed = how.filter(({ kind }) => kind === 'seed');
  const loras = how.filter(({ kind }) => kind === 'loras');
  const others = how.filter((item) => !seed.includes(item) && !loras.includes(item));
  const words = what.filter(({ kind }) => kind === 'prompt' || kind === 'negative');
  const main: Item[] = [
    ...words,
    ...(words.length > 0 ? [{ kind: 'cast' as const }] : []),
    ...what.filter((item) => !words.includes(item)),
    ...others,
    ...seed,
    { kind: 'count' },
    ...loras,
  ];
  const advanced = of('advanced');
  return {
    main: linesOf(main, params),
    advanced: linesOf(advanced, params),
    summary: advanced.flatMap((item) =>
      'name' in item ? (params[item.name]?.label ?? item.name) : [],
    ),
  };
}

const orderOf = (params: Params, name: string) => params[name]?.order ?? 0;

/** Params that another control shows. */
export const PART_OF_LORAS = new Set(['lora_checkpoint', 'lora_strength']);

function itemsOf(params: Params, name: string): readonly Item[] {
  const param = params[name];
  if (param === undefined) return [];
  if ('loras' in params && PART_OF_LORAS.has(name)) return [];
  if (param.role === 'height' && nameOfRole(params, 'width') !== undefined) return [];
  const height = nameOfRole(params, 'height');
  if (param.role === 'width' && height !== undefined)
    return [{ kind: 'size', width: name, height }];
  const kind = kindOf(param);
  return [kind === 'loras' ? { kind } : { kind, name }];
}

export const nameOfRole = (params: Params, role: string): string | undefined =>
  Object.keys(params).find((name) => params[name]?.role === role);

/** What a param is set with. */
export function kindOf(param: WorkflowParam): ParamKind | 'loras' {
  if (param.role === 'prompt' || param.role === 'negative' || param.role === 'seed')
    return param.role;
  return KINDS[param.type](param);
}

export const isSlider = ({ soft_minimum, soft_maximum }: WorkflowParam) =>
  soft_minimum !== null && soft_maximum !== null && soft_maximum > soft_minimum;

const numeric = (param: WorkflowParam) => (isSlider(param) ? 'slider' : 'number');

const KINDS: Record<WorkflowParam['type'], (param: WorkflowParam) => ParamKind | 'loras'> = {
  string: ({ choices }) => (choices === null ? 'text' : 'choice'),
  text: () => 'text',
  integer: numeric,
  number: numeric,
  boolean: () => 'switch',
  choice: () => 'choice',
  model: () => 'choice',
  lora: () => 'choice',
  loras: () => 'loras',
  image: () => 'file',
  video: () => 'file',
  audio: () => 'file',
  mask: () => 'mask',
};

function linesOf(items: readonly Item[], params: Params): readonly Line[] {
  const lines: Line[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const [before] = last?.length === 1 ? last : [];
    if (before && isHalf(before, params) && isHalf(item, params) && fitsBeside(before, item))
      lines[lines.length - 1] = [before, item];
    else lines.push([item]);
  }
  return lines;
}

/** Sliders stand beside sliders, so that lines are of one height. */
const fitsBeside = (a: Item, b: Item): boolean => (a.kind === 'slider') === (b.kind === 'slider');

function isHalf(item: Item, params: Params): boolean {
  if (item.kind === 'seed' || item.kind === 'count') return true;
  if (!('name' in item) || !NUMBERS.has(item.kind)) return false;
  const param = params[item.name];
  return (
    param !== undefined && !LONG_VALUES.has(param.type) && param.label.length <= MAX_HALF_LABEL
  );
}

/** The value that a control shows. */
export const shownValue = (value: unknown, param: WorkflowParam): unknown =>
  value === undefined ? param.default : value;

/** Is it another than the default? */
export const isChanged = (value: unknown, param: WorkflowParam): boolean =>
  value !== undefined && value !== param.default && !(value === '' && param.default === null);

/** The numbers that a param takes. */
export const rangeOf = (param: WorkflowParam): NumberRange => ({
  minimum: param.minimum,
  maximum: param.maximum,
  step: param.step,
  grid: param.grid,
  isInteger: param.type === 'integer',
});
