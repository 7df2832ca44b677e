import { decoded } from './latents';
import type { NodeCall, NodeResult, RunsByClass } from './node-run';
import { literal, loaded, type Loaded } from './value';

/** A LoRA on a model and, where the class has one, on its text encoder. Strength 0 changes nothing. */
async function lora({ node, inputs, context }: NodeCall): Promise<NodeResult> {
  const name = inputs.text('lora_name');
  await context.models.requireLoadable('loras', name);
  const withLora = (value: Loaded, strength: number): Loaded =>
    strength === 0 ? value : loaded(value.type, [...value.traits, `lora ${name} ${strength}`]);
  const model = withLora(inputs.required('loaded', 'model'), inputs.number('strength_model'));
  if (node.outputs.length < 2) return { outputs: [model] };
  const clip = withLora(inputs.required('loaded', 'clip'), inputs.number('strength_clip'));
  return { outputs: [model, clip] };
}

/** Sets the source picture of an edit model. */
function referTo({ inputs }: NodeCall): NodeResult {
  const { texts, traits } = inputs.required('conditioning', 'conditioning');
  const latent = inputs.optional('latent', 'latent');
  const [reference] = latent === undefined ? [] : decoded(latent);
  return { outputs: [{ kind: 'conditioning', texts, traits, ...(reference && { reference }) }] };
}

/** A schedule of falling numbers in a text; each two neighbours are one step. */
function manualSigmas({ inputs }: NodeCall): NodeResult {
  const numbers = inputs.text('sigmas').match(/(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?/gi) ?? [];
  const strength = Math.min(1, Number(numbers[0] ?? 1));
  const steps = Math.max(0, numbers.length - 1);
  return { outputs: [{ kind: 'sigmas', steps, strength, name: 'manual' }] };
}

/** One of two values. */
function choose({ inputs }: NodeCall): NodeResult {
  const sides = [inputs.get('on_true'), inputs.get('on_false')];
  if (!inputs.flag('switch')) sides.reverse();
  return { outputs: [sides[0] ?? sides[1] ?? literal(null)] };
}

/** Classes about loaded things, schedules and plain values. */
export const VALUE_RUNS: RunsByClass = {
  LoraLoader: lora,
  LoraLoaderModelOnly: lora,
  KSamplerSelect: ({ inputs }) => ({
    outputs: [loaded('SAMPLER', [inputs.text('sampler_name')])],
  }),
  ConditioningZeroOut: () => ({
    outputs: [{ kind: 'conditioning', texts: [], traits: ['zero'] }],
  }),
  ReferenceLatent: referTo,
  ManualSigmas: manualSigmas,
  ComfySwitchNode: choose,
  ComfySoftSwitchNode: choose,
  StringConcatenate: ({ inputs }) => {
    const parts = [inputs.text('string_a'), inputs.text('string_b')];
    return { outputs: [literal(parts.join(inputs.text('delimiter', '')))] };
  },
};
