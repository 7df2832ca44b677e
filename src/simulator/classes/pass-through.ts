import { PythonError } from '../wire/python-error';
import { str } from '../wire/python-text';
import type { NodeCall, NodeResult } from './node-run';
import { loaded, type Value } from './value';

/** Types that the simulator doesn't make. */
const MOVING = /VIDEO|AUDIO/;

/** Types of loaded things: nodes may make them from nothing, since nothing looks inside. */
const LOADED = new Set([
  ...['MODEL', 'CLIP', 'VAE', 'CONTROL_NET', 'CLIP_VISION', 'CLIP_VISION_OUTPUT', 'STYLE_MODEL'],
  ...[
    'UPSCALE_MODEL',
    'GLIGEN',
    'SAMPLER',
    'HOOKS',
    'HOOK_KEYFRAMES',
    'TIMESTEPS_RANGE',
    'PHOTOMAKER',
  ],
  ...['MODEL_PATCH', 'LATENT_OPERATION', 'LORA_MODEL', 'BACKGROUND_REMOVAL'],
]);

const KIND_OF_TYPE: Readonly<Record<string, Value['kind']>> = {
  IMAGE: 'pictures',
  MASK: 'pictures',
  LATENT: 'latent',
  CONDITIONING: 'conditioning',
  SIGMAS: 'sigmas',
  GUIDER: 'guider',
  NOISE: 'noise',
};

/**
 * What a class does that has no way of its own: pictures, latents and texts go through it unchanged, loaded things
 * take its settings along. What can't be made from its inputs ends in an error that names the class.
 */
export function passThrough(call: NodeCall): NodeResult {
  const { node } = call;
  if (node.outputs.some((type) => typeof type === 'string' && MOVING.test(type))) {
    throw new PythonError(
      'NotImplementedError',
      `the simulator does not make video or sound yet (${node.name})`,
    );
  }
  return { outputs: node.outputs.map((type) => outputOf(str(type), call)) };
}

function outputOf(type: string, call: NodeCall): Value {
  if (LOADED.has(type)) return loaded(type, [...traitsOf(type, call), ...settingsOf(call)]);
  const kind = KIND_OF_TYPE[type] ?? 'literal';
  const found = kind === 'literal' ? undefined : firstOf(kind, call);
  if (found !== undefined) return found;
  throw new PythonError(
    'NotImplementedError',
    `the simulator can't run nodes of the class ${call.node.name}`,
  );
}

function firstOf(kind: Value['kind'], call: NodeCall): Value | undefined {
  return call.inputs.all(kind)[0];
}

function traitsOf(type: string, { inputs }: NodeCall): readonly string[] {
  return inputs.all('loaded').find((value) => value.type === type)?.traits ?? [];
}

function settingsOf({ node, inputs }: NodeCall): readonly string[] {
  const values = inputs.all('literal').map(({ value }) => str(value));
  return [`${node.name}(${values.join(',')})`];
}
