import {
  below,
  BOOLEAN_RULES,
  type Check,
  checkOf,
  choiceRules,
  integerRules,
  listCheck,
  numberRules,
  textRules,
  type Violation,
  violation,
} from '../../../platform/validation/checks';
import { isRecord } from '../../../platform/json';
import type { ParamType, WorkflowParam } from './workflow';

/**
 * The validation errors of a param's value (type, bounds, choices, grid), with `loc` relative to the param. Doesn't
 * check whether a node has the model or the caller owns the file.
 */
export function checkParam(param: WorkflowParam, value: unknown): readonly Violation[] {
  const wrong = CHECKS[param.type](param)(value);
  return wrong.length > 0 ? wrong : offGrid(param, value);
}

const NAME = checkOf(textRules({ min: 1, max: 1000 }));

/** Bounds of strengths in `object_info` of LoraLoader. */
const STRENGTH = checkOf(numberRules({ min: -100, max: 100 }));
const MAX_LORAS = 32;

const name = (): Check => NAME;

const bounds = ({ minimum, maximum }: WorkflowParam) => ({
  ...(minimum === undefined ? {} : { min: minimum }),
  ...(maximum === undefined ? {} : { max: maximum }),
});

const CHECKS: Readonly<Record<ParamType, (param: WorkflowParam) => Check>> = {
  string: () => checkOf(textRules()),
  text: () => checkOf(textRules()),
  integer: (param) => checkOf(integerRules(bounds(param))),
  number: (param) => checkOf(numberRules(bounds(param))),
  boolean: () => checkOf(BOOLEAN_RULES),
  choice: ({ choices }) => (choices ? checkOf(choiceRules(choices)) : anyChoice),
  image: name,
  mask: name,
  audio: name,
  video: name,
  model: name,
  lora: name,
  loras: () => listCheck(lora, { max: MAX_LORAS }),
};

/** Choices are unknown until a node was reached for the first time. */
const anyChoice: Check = (value) =>
  typeof value === 'number' ? checkOf(numberRules())(value) : NAME(value);

const LORA_FIELDS: Readonly<Record<string, Check>> = {
  name: NAME,
  strength: STRENGTH,
  strength_clip: STRENGTH,
  target: checkOf(choiceRules(['both', 'high', 'low'])),
};

const lora: Check = (value) => {
  if (!isRecord(value)) return [violation('dict_type', 'Send an object: {"name", "strength"}.')];
  const fieldErrors = Object.entries(LORA_FIELDS).flatMap(([field, check]) =>
    value[field] == null && field !== 'name' ? [] : below(field, presentOr(check, value[field])),
  );
  const unknown = Object.keys(value).filter((field) => !Object.hasOwn(LORA_FIELDS, field));
  return [
    ...fieldErrors,
    ...unknown.flatMap((field) =>
      below(field, [violation('extra_forbidden', 'Send name, strength, strength_clip, target.')]),
    ),
  ];
};

const presentOr = (check: Check, value: unknown): readonly Violation[] =>
  value === undefined ? [violation('missing', 'Send this field.')] : check(value);

/** Nodes silently round sizes down to the grid; a caller should get the requested size or an error. */
function offGrid({ grid, minimum, maximum }: WorkflowParam, value: unknown): readonly Violation[] {
  if (!grid || typeof value !== 'number') return [];
  const lower = lowerOnGrid(grid, value);
  if (lower === value) return [];
  const nearest = [lower, lower + grid.step].filter(
    (good) => good >= (minimum ?? -Infinity) && good <= (maximum ?? Infinity),
  );
  const form = grid.offset === 0 ? `a multiple of ${grid.step}` : `${grid.step}n + ${grid.offset}`;
  const msg =
    nearest.length > 0
      ? `Send ${form}: ${nearest.join(' or ')}.`
      : `Leave this out: no node takes ${form} here.`;
  return [violation('value_error', msg, { nearest })];
}

/** Is there a value of the grid within the bounds? */
export function hasValidValue({ grid, minimum, maximum }: WorkflowParam): boolean {
  if (!grid || maximum === undefined || minimum === undefined) return true;
  return lowerOnGrid(grid, maximum) >= minimum;
}

/** The largest grid value that is not above the value. */
const lowerOnGrid = ({ step, offset }: NonNullable<WorkflowParam['grid']>, value: number): number =>
  offset + Math.floor((value - offset) / step) * step;
