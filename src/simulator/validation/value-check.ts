import { choicesOf, inputOptions, inputType } from '../catalogue/node-class';
import { type WireObject, type WireValue, numberOf } from '../wire/json';
import { PythonError, quoted, str, toFloat, toInt, truthy } from '../wire/python';
import {
  invalidInputType,
  outOfBounds,
  valueNotInList,
  type InputFacts,
} from './validation-errors';

/** What checking a constant gave: the value as it will be used, or an error. */
export type ValueVerdict = { readonly value: WireValue } | { readonly error: WireObject };

/** Converts a constant to the input's type the way Python's constructors do: `"64"` is a good INT. */
export function convertValue(input: InputFacts, constant: WireValue): ValueVerdict {
  const value =
    constant instanceof Map && constant.has('__value__')
      ? (constant.get('__value__') ?? null)
      : constant;
  try {
    return { value: converted(input.type, value) };
  } catch (error) {
    if (!(error instanceof PythonError)) throw error;
    return { error: invalidInputType(input, value, error.message) };
  }
}

function converted(type: WireValue, value: WireValue): WireValue {
  const convert = typeof type === 'string' ? CONVERSIONS.get(type) : undefined;
  return convert === undefined ? value : convert(value);
}

const CONVERSIONS = new Map<string, (value: WireValue) => WireValue>([
  ['INT', toInt],
  ['FLOAT', toFloat],
  ['STRING', str],
  ['BOOLEAN', truthy],
]);

/** Bounds and choices of a converted constant. */
export function checkValue(
  input: InputFacts,
  spec: WireValue,
  value: WireValue,
): WireObject | undefined {
  return (
    checkBound(input, value, 'min') ??
    checkBound(input, value, 'max') ??
    checkChoice(input, spec, value)
  );
}

function checkBound(
  input: InputFacts,
  value: WireValue,
  which: 'min' | 'max',
): WireObject | undefined {
  const limit = input.options.get(which);
  const bound = numberOf(limit);
  if (limit === undefined || bound === undefined) return undefined;
  const number = comparable(value, limit);
  const wrong = which === 'min' ? number < bound : number > bound;
  return wrong ? outOfBounds(input, value, { which, limit }) : undefined;
}

function comparable(value: WireValue, limit: WireValue): number {
  const number = typeof value === 'boolean' ? Number(value) : numberOf(value);
  if (number !== undefined) return number;
  throw new PythonError('TypeError', `${quoted(value)} can't be compared with ${str(limit)}`);
}

function checkChoice(input: InputFacts, spec: WireValue, value: WireValue): WireObject | undefined {
  const choices = choicesOf(spec);
  if (choices === undefined) return undefined;
  const many = truthy(input.options.get('multiselect')) && Array.isArray(value);
  const wrong = (many ? value : [value]).filter((one) => !isIn(one, choices));
  return wrong.length === 0 ? undefined : valueNotInList(input, value, { choices, wrong });
}

/** Python's `in`: `1 == 1.0 == True`. */
function isIn(value: WireValue, choices: readonly WireValue[]): boolean {
  const plain = (one: WireValue): WireValue =>
    typeof one === 'boolean' ? Number(one) : (numberOf(one) ?? one);
  return choices.some((choice) => plain(choice) === plain(value));
}

export function factsOf(name: string, spec: WireValue): InputFacts {
  return { name, type: inputType(spec), options: inputOptions(spec) };
}

const ANY = '*';
const MATCH = 'COMFY_MATCHTYPE_V3';

/** True when an output of one type may go into an input of the other; both may name several, `"INT,FLOAT"`. */
export function typesMatch(received: WireValue, expected: WireValue): boolean {
  if (str(received) === str(expected)) return true;
  if ([received, expected].some((type) => type === ANY || type === MATCH)) return true;
  if (Array.isArray(received) && expected === 'COMBO') return true;
  if (typeof received !== 'string' || typeof expected !== 'string') return false;
  const [from, to] = [names(received), names(expected)];
  return from.has(ANY) || to.has(ANY) || [...from].some((type) => to.has(type));
}

function names(types: string): ReadonlySet<string> {
  return new Set(types.split(',').map((type) => type.trim()));
}
