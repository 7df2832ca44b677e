import type { InputSpec, NodeClassInfo, ObjectInfo } from '../../providers/public/comfy-types';
import { listOr, ownValue, recordOr } from '../../../platform/json';
import { memoized } from '../json/memoize';
import type { ParamType } from '../public/workflow';

/*
 * Reading `object_info`. Lists of choices come in two shapes: `[["a","b"], {…}]` and `["COMBO", {"options": […]}]`.
 */

/** How a node class describes one of its inputs, required or optional, or a sub-input of a dynamic choice. */
export function specOf(info: ObjectInfo, nodeClass: string, input: string): InputSpec | undefined {
  const described = ownValue(info, nodeClass);
  return described && specIn(requiredOf(described), optionalOf(described), input);
}

type Specs = Readonly<Record<string, unknown>>;

function specIn(required: Specs, optional: Specs, input: string): InputSpec | undefined {
  const ownSpec = ownValue(required, input) ?? ownValue(optional, input);
  if (Array.isArray(ownSpec)) return ownSpec as unknown as InputSpec;
  const dot = input.indexOf('.');
  if (dot < 0) return undefined;
  const choice = specIn(required, optional, input.slice(0, dot));
  return choice && subInputSpec(choice, input.slice(dot + 1));
}

/** `resize_type.width`: its description, if all options with that sub-input agree. */
function subInputSpec(choice: InputSpec, part: string): InputSpec | undefined {
  const specs: InputSpec[] = [];
  for (const option of listOr(choice[1]?.['options'])) {
    const inputs = recordOr(recordOr(option)['inputs']);
    const spec = specIn(recordOr(inputs['required']), recordOr(inputs['optional']), part);
    if (spec) specs.push(spec);
  }
  const [first, ...others] = specs;
  const firstJson = JSON.stringify(first);
  return others.every((other) => JSON.stringify(other) === firstJson) ? first : undefined;
}

export function requiredOf(described: NodeClassInfo): Readonly<Record<string, InputSpec>> {
  return described.input.required ?? {};
}

export function optionalOf(described: NodeClassInfo): Readonly<Record<string, InputSpec>> {
  return described.input.optional ?? {};
}

/** The type's name; `COMBO` for both shapes of a list of choices. */
export function typeOf(spec: InputSpec): string {
  return Array.isArray(spec[0]) ? 'COMBO' : String(spec[0]);
}

/** The types of params for the types of a node's inputs. */
export const PARAM_TYPE_BY_INPUT_TYPE: Readonly<Record<string, ParamType>> = {
  INT: 'integer',
  FLOAT: 'number',
  BOOLEAN: 'boolean',
  STRING: 'text',
  COMBO: 'choice',
};

/** Whether the input has sub-inputs such as `format.codec` and `images.image0`. */
export function isDynamic(spec: InputSpec): boolean {
  return typeOf(spec).startsWith('COMFY_');
}

/** What an input can be set to; `null` for no choice, for several at once, and if the node fetches them from elsewhere. */
export function choicesOf(spec: InputSpec): readonly unknown[] | null {
  if (Array.isArray(spec[0])) return spec[0] as readonly unknown[];
  const { options, multiselect } = spec[1] ?? {};
  return spec[0] === 'COMBO' && Array.isArray(options) && multiselect !== true
    ? (options as readonly unknown[])
    : null;
}

/** The choices that are text. Memoized: the same array for the same spec. */
export const namesOf = memoized((spec: InputSpec): readonly string[] =>
  (choicesOf(spec) ?? []).filter((choice) => typeof choice === 'string'),
);

const choiceSetOf = memoized((spec: InputSpec): ReadonlySet<unknown> | null => {
  const choices = choicesOf(spec);
  return choices && new Set(choices);
});

/** Whether the value is among the choices. True for inputs without a list. */
export function isChoiceOf(spec: InputSpec, value: unknown): boolean {
  return choiceSetOf(spec)?.has(value) ?? true;
}

export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The node's bounds, integers clamped to ±(2^53−1): beyond, JSON numbers lose digits. */
export function boundsOf(spec: InputSpec): Bounds {
  const clamp = spec[0] === 'INT' ? safeInteger : (value: number) => value;
  const { min, max } = spec[1] ?? {};
  return {
    ...(typeof min === 'number' ? { minimum: clamp(min) } : {}),
    ...(typeof max === 'number' ? { maximum: clamp(max) } : {}),
  };
}

function safeInteger(value: number): number {
  return Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}
