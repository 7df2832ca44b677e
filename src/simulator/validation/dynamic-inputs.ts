import { inputOptions, inputType, type NodeClass } from '../catalogue/node-class';
import { type WireObject, type WireValue, asObject, numberOf } from '../wire/json';

/** The inputs of a node, depending on its values. */
export interface FinalInputs {
  readonly required: Map<string, WireValue>;
  readonly optional: Map<string, WireValue>;
  /** Some inputs come from a dynamic one; errors name them without their prefix. */
  dynamic: boolean;
}

type Expand = (input: DynamicInput, live: WireObject, out: FinalInputs) => void;

/** A dynamic input: its path (`format`, `codec`), category and description. */
interface DynamicInput {
  readonly path: readonly string[];
  readonly category: Category;
  readonly spec: WireValue;
}

type Category = 'required' | 'optional';

const EXPANDERS: Readonly<Record<string, Expand>> = {
  COMFY_DYNAMICCOMBO_V3: expandCombo,
  COMFY_DYNAMICSLOT_V3: expandSlot,
  COMFY_AUTOGROW_V3: expandAutogrow,
};

/**
 * The inputs of a class for a node's values. In newer classes a choice adds inputs: `format: "mp4"` adds `format.codec`,
 * which adds `format.codec.encoding`.
 */
export function finalInputs(node: NodeClass, live: WireObject): FinalInputs {
  const out: FinalInputs = { required: new Map(), optional: new Map(), dynamic: false };
  collect(
    new Map([
      ['required', new Map(node.required)],
      ['optional', new Map(node.optional)],
    ]),
    [],
    live,
    out,
  );
  return out;
}

function collect(
  inputs: WireObject,
  prefix: readonly string[],
  live: WireObject,
  out: FinalInputs,
): void {
  for (const category of ['required', 'optional'] as const) {
    for (const [id, spec] of asObject(inputs.get(category))) {
      const path = [...prefix, id];
      const type = inputType(spec);
      const expand = typeof type === 'string' ? EXPANDERS[type] : undefined;
      if (expand !== undefined) expand({ path, category, spec }, live, out);
      else {
        out[category].set(path.join('.'), spec);
        if (prefix.length > 0) out.dynamic = true;
      }
    }
  }
}

/** A choice that adds inputs. An unknown choice adds none and is not an error. */
function expandCombo(
  { path, category, spec }: DynamicInput,
  live: WireObject,
  out: FinalInputs,
): void {
  const name = path.join('.');
  const key = live.get(name);
  if (key === undefined) return;
  const options = inputOptions(spec).get('options');
  const chosen = (Array.isArray(options) ? options : []).find(
    (option) => asObject(option).get('key') === key,
  );
  if (chosen === undefined) return;
  collect(asObject(asObject(chosen).get('inputs')), path, live, out);
  out[category].set(name, spec);
  out.dynamic = true;
}

/** A slot that adds inputs once it is connected. */
function expandSlot(
  { path, category, spec }: DynamicInput,
  live: WireObject,
  out: FinalInputs,
): void {
  const name = path.join('.');
  if (!live.has(name)) return;
  collect(asObject(inputOptions(spec).get('inputs')), path, live, out);
  out[category].set(name, spec);
  out.dynamic = true;
}

/** A list of like inputs: `images.image0`, `images.image1`, …; the first `min` are required. */
function expandAutogrow({ path, spec }: DynamicInput, _live: WireObject, out: FinalInputs): void {
  const template = asObject(inputOptions(spec).get('template'));
  const input = asObject(template.get('input'));
  const category: Category = asObject(input.get('required')).size > 0 ? 'required' : 'optional';
  const each = [...asObject(input.get(category)).values()][0];
  if (each === undefined) return;
  const least = numberOf(template.get('min')) ?? 0;
  autogrowNames(template).forEach((name, index) => {
    const target = category === 'required' && index < least ? 'required' : 'optional';
    out[target].set([...path, name].join('.'), each);
  });
  out.dynamic = true;
}

function autogrowNames(template: WireObject): readonly string[] {
  const names = template.get('names');
  if (Array.isArray(names)) return names.filter((name) => typeof name === 'string');
  const prefix = template.get('prefix');
  return Array.from({ length: numberOf(template.get('max')) ?? 0 }, (_, index) =>
    typeof prefix === 'string' ? `${prefix}${index}` : String(index),
  );
}
