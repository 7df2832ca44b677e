import { PythonError } from '../wire/python-error';
import { str } from '../wire/python-text';
import { encoded } from './latent-runs';
import type { NodeCall, NodeResult } from './node-run';
import { loaded, type Value } from './value';
import { loadedTraits, settings } from './value-traits';

/** Types of loaded things: a node may make them from anything, since nothing looks inside. */
const LOADED = new Set([
  ...['MODEL', 'CLIP', 'VAE', 'CONTROL_NET', 'CLIP_VISION', 'CLIP_VISION_OUTPUT', 'STYLE_MODEL'],
  ...['UPSCALE_MODEL', 'GLIGEN', 'SAMPLER', 'HOOKS', 'HOOK_KEYFRAMES', 'TIMESTEPS_RANGE'],
  ...[
    'PHOTOMAKER',
    'MODEL_PATCH',
    'AUDIO_ENCODER_OUTPUT',
    'LATENT_OPERATION',
    'LORA_MODEL',
    'BACKGROUND_REMOVAL',
  ],
]);

const KIND_OF_TYPE: Readonly<Record<string, Value['kind']>> = {
  IMAGE: 'pictures',
  MASK: 'pictures',
  LATENT: 'latent',
  CONDITIONING: 'conditioning',
  SIGMAS: 'sigmas',
  GUIDER: 'guider',
  NOISE: 'noise',
  VIDEO: 'video',
  AUDIO: 'sound',
};

/**
 * What a class does that has no way of its own: pictures, latents and texts go through it unchanged, loaded things
 * take its settings along. What can't be made from its inputs ends in an error that names the class.
 */
export function passThrough(call: NodeCall): NodeResult {
  const { node } = call;
  if (node.isOutput) throw unable(call);
  const seen = new Map<string, number>();
  const outputs = node.outputs.map((type) => {
    const name = str(type);
    const index = seen.get(name) ?? 0;
    seen.set(name, index + 1);
    return outputOf(name, index, call);
  });
  return { outputs };
}

/** The output of that type: the first output of a type goes by the first input of its kind, and so on. */
function outputOf(type: string, index: number, call: NodeCall): Value {
  const { node, inputs } = call;
  const own = settings(node.name, inputs);
  if (LOADED.has(type)) {
    const base = inputs.all('loaded').find((value) => value.type === type);
    return loaded(type, [...(base?.traits ?? loadedTraits(inputs.all('loaded'))), own]);
  }
  const found = inputOf(type, index, call);
  if (found?.kind !== 'conditioning') return found ?? madeOf(type, call);
  const traits = [...found.traits, own, ...loadedTraits(inputs.all('loaded'))];
  return { ...found, traits };
}

function inputOf(type: string, index: number, { node, inputs }: NodeCall): Value | undefined {
  const kind = KIND_OF_TYPE[type];
  if (kind === undefined) return undefined;
  const specs = new Map([...node.required, ...node.optional]);
  const alike = inputs.names.filter((name) => {
    const wanted = asTypeName(specs.get(name));
    return inputs.get(name)?.kind === kind && (wanted === type || !(wanted in KIND_OF_TYPE));
  });
  const name = alike[index] ?? alike[0];
  return name === undefined ? undefined : inputs.get(name);
}

function asTypeName(spec: unknown): string {
  const [type] = Array.isArray(spec) ? (spec as unknown[]) : [];
  return typeof type === 'string' ? type : '';
}

/** A latent can be made of pictures; nothing else can be made of something else. */
function madeOf(type: string, call: NodeCall): Value {
  const [batch] = call.inputs.all('pictures');
  if (type === 'LATENT' && batch !== undefined) return encoded(batch.frames);
  throw unable(call);
}

function unable({ node }: NodeCall): PythonError {
  return new PythonError(
    'NotImplementedError',
    `the simulator can't run nodes of the class ${node.name}`,
  );
}
