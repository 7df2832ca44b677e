import { literal } from './value';
import type { NodeCall, NodeResult, NodeRuns } from './node-run';

function value({ inputs }: NodeCall): NodeResult {
  return { outputs: [inputs.get('value') ?? literal(null)] };
}

/** One of two values; the real one computes only the side that is chosen. */
function choose({ inputs }: NodeCall): NodeResult {
  const wanted = inputs.flag('switch') ? 'on_true' : 'on_false';
  const other = wanted === 'on_true' ? 'on_false' : 'on_true';
  return { outputs: [inputs.get(wanted) ?? inputs.get(other) ?? literal(null)] };
}

/** Classes that hold one value, and simple ones about texts. */
export const PRIMITIVE_RUNS: NodeRuns = {
  PrimitiveString: value,
  PrimitiveStringMultiline: value,
  PrimitiveInt: value,
  PrimitiveFloat: value,
  PrimitiveBoolean: value,
  ComfySwitchNode: choose,
  ComfySoftSwitchNode: choose,
  StringConcatenate: ({ inputs }) => {
    const parts = [inputs.text('string_a'), inputs.text('string_b')];
    return { outputs: [literal(parts.join(inputs.text('delimiter', '')))] };
  },
  StringReplace: ({ inputs }) => {
    const [text, find] = [inputs.text('string'), inputs.text('find')];
    return { outputs: [literal(text.replaceAll(find, inputs.text('replace')))] };
  },
  CustomCombo: ({ inputs }) => ({
    outputs: [literal(inputs.text('choice')), literal(inputs.number('index', 0))],
  }),
};
