import { asObject, type WireObject, type WireValue } from '../wire/json';

/** Inputs by name, each as `[type]` or `[type, options]`. */
export type InputSpecs = ReadonlyMap<string, WireValue>;

/** One class of `object_info`, read for checking and running; `info` is the whole entry as it gets served. */
export interface NodeClass {
  readonly name: string;
  readonly info: WireObject;
  readonly required: InputSpecs;
  readonly optional: InputSpecs;
  readonly hidden: InputSpecs;
  /** Types of the outputs by slot; a list where the class offers choices. */
  readonly outputs: readonly WireValue[];
  readonly isOutput: boolean;
}

const NOTHING: InputSpecs = new Map();

/** Reads one entry of `object_info`. */
export function nodeClassOf(name: string, info: WireObject): NodeClass {
  const input = asObject(info.get('input'));
  const outputs = info.get('output');
  return {
    name,
    info,
    required: specs(input, 'required'),
    optional: specs(input, 'optional'),
    hidden: specs(input, 'hidden'),
    outputs: Array.isArray(outputs) ? outputs : [],
    isOutput: info.get('output_node') === true,
  };
}

function specs(input: WireObject, category: string): InputSpecs {
  const specsOfCategory = input.get(category);
  return specsOfCategory instanceof Map ? specsOfCategory : NOTHING;
}

/** The type of an input: `INT`, `IMAGE`, …, or the list of choices in the older form of combos. */
export function inputType(spec: WireValue): WireValue {
  return Array.isArray(spec) ? (spec[0] ?? null) : null;
}

/** The options of an input: min, max, default, choices of newer combos. */
export function inputOptions(spec: WireValue): WireObject {
  return asObject(Array.isArray(spec) ? spec[1] : undefined);
}

/** The choices of a combo in either of its two forms; `undefined` for other inputs. */
export function choicesOf(spec: WireValue): readonly WireValue[] | undefined {
  const type = inputType(spec);
  if (Array.isArray(type)) return type;
  if (type !== 'COMBO') return undefined;
  const options = inputOptions(spec).get('options');
  return Array.isArray(options) ? options : [];
}
