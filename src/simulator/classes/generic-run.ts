import { modelFolderOf } from '../catalogue/file-lists';
import { inputOptions, inputType, type NodeClass } from '../catalogue/node-class';
import { plainMask, type Size } from '../drawing/picture';
import { channelMask, greyPicture } from '../drawing/picture-operations';
import { tone } from '../motion/sound';
import { type WireValue, numberOf } from '../wire/json';
import { PythonError, str } from '../wire/python';
import { cut, decoded, encoded } from './latents';
import type { NodeInputs } from './node-inputs';
import type { NodeCall, NodeResult } from './node-run';
import { guiderOf } from './sampler-run';
import { literal, loaded, pictures, type Conditioning, type Latent, type Value } from './value';

/** Makes an output of one type; `index` counts the outputs of that type. `undefined` when it can't be made. */
type Maker = (call: NodeCall, index: number) => Value | undefined;

const MAKERS: Readonly<Record<string, Maker>> = {
  IMAGE: (call, index) => {
    const latent = inputOf('LATENT', call)[0];
    const mask = inputOf('MASK', call)[0];
    return (
      nth(inputOf('IMAGE', call), index) ??
      (latent && pictures(decoded(latent))) ??
      (mask && pictures(mask.frames.map(greyPicture)))
    );
  },
  MASK: (call, index) => {
    const image = inputOf('IMAGE', call)[0];
    const size = sizeInputs(call.inputs);
    return (
      nth(inputOf('MASK', call), index) ??
      (image && pictures(image.frames.map((picture) => channelMask(picture, 'red')))) ??
      (size && pictures([plainMask(size, 255)]))
    );
  },
  LATENT: (call, index) => {
    const image = inputOf('IMAGE', call)[0];
    const mask = inputOf('MASK', call)[0]?.frames[0];
    const latent =
      nth(inputOf('LATENT', call), index) ?? (image ? encoded(image.frames) : emptyLatent(call));
    return latent && mask ? { ...latent, mask } : latent;
  },
  CONDITIONING: conditioningOutput,
  SIGMAS: (call) => inputOf('SIGMAS', call)[0] ?? schedule(call),
  GUIDER: ({ inputs }) => guiderOf(inputs),
  NOISE: ({ inputs }) => ({
    kind: 'noise',
    seed: inputs.has('noise_seed') ? inputs.seed('noise_seed') : undefined,
  }),
  VIDEO: (call) => inputOf('VIDEO', call)[0],
  AUDIO: (call, index) => {
    const seconds = inputOf('LATENT', call)[0]?.soundSeconds;
    return (
      nth(inputOf('AUDIO', call), index) ?? (seconds === undefined ? undefined : tone(seconds))
    );
  },
  STRING: (call) => constantOf(call, 'string'),
  INT: (call) => constantOf(call, 'number'),
  FLOAT: (call) => constantOf(call, 'number'),
  BOOLEAN: (call) => constantOf(call, 'boolean'),
  COMBO: (call) => constantOf(call, 'string'),
  '*': ({ inputs }) => inputs.get('value') ?? inputs.get(inputs.names[0] ?? ''),
};

/** Runs a class by its types: each output is passed on from, or made of, the inputs. Unknown types count as loaded models. */
export async function genericRun(call: NodeCall): Promise<NodeResult> {
  const { node, context } = call;
  for (const { folder, name } of modelFiles(call))
    await context.models.requireLoadable(folder, name);
  const counts = new Map<string, number>();
  const outputs = node.outputs.map((declared) => {
    const type = Array.isArray(declared) ? 'COMBO' : str(declared);
    const index = counts.get(type) ?? 0;
    counts.set(type, index + 1);
    const make = MAKERS[type] ?? (() => loadedOutput(type, call));
    return make(call, index) ?? throwUnsupported(node);
  });
  return { outputs };
}

const KIND_OF_TYPE = {
  IMAGE: 'pictures',
  MASK: 'pictures',
  LATENT: 'latent',
  CONDITIONING: 'conditioning',
  SIGMAS: 'sigmas',
  VIDEO: 'video',
  AUDIO: 'sound',
} as const;

type KindOf<T extends keyof typeof KIND_OF_TYPE> = Extract<
  Value,
  { kind: (typeof KIND_OF_TYPE)[T] }
>;

/** The values of the inputs of one type. Masks and images are both pictures: the declared type tells them apart. */
function inputOf<T extends keyof typeof KIND_OF_TYPE>(
  type: T,
  { node, inputs }: NodeCall,
): readonly KindOf<T>[] {
  return inputs.names.flatMap((name) => {
    const value = inputs.get(name);
    const declared = inputType(node.required.get(name) ?? node.optional.get(name) ?? null);
    const isOther = typeof declared === 'string' && declared in KIND_OF_TYPE && declared !== type;
    return value?.kind === KIND_OF_TYPE[type] && !isOther ? [value as KindOf<T>] : [];
  });
}

function nth<T>(values: readonly T[], index: number): T | undefined {
  return values[index] ?? values[0];
}

/** What a node's settings add to the look of a picture: its class with its constants. */
export function settings(className: string, inputs: NodeInputs): string {
  const constants = inputs.names.flatMap((name) => {
    const value = inputs.constant(name);
    return value === undefined ? [] : [`${name}=${str(value)}`];
  });
  return `${className}(${constants.join(', ')})`;
}

function loadedTraits(inputs: NodeInputs): readonly string[] {
  return inputs.all('loaded').flatMap(({ traits }) => traits);
}

function modelFiles({ node, inputs }: NodeCall): readonly { folder: string; name: string }[] {
  return inputs.names.flatMap((input) => {
    const folder = modelFolderOf(node.name, input);
    return folder === undefined ? [] : [{ folder, name: inputs.text(input) }];
  });
}

/** A loaded model carries the names of its files, or the settings of the node that changed it. */
function loadedOutput(type: string, call: NodeCall): Value {
  const { node, inputs } = call;
  const base = inputs.all('loaded').find((value) => value.type === type)?.traits;
  const files = modelFiles(call).map(({ name }) => name);
  const own = files.length > 0 ? files : [settings(node.name, inputs)];
  return loaded(type, [...(base ?? loadedTraits(inputs)), ...own]);
}

/** A conditioning passed on with the node's settings, several merged, or encoded texts. */
function conditioningOutput(call: NodeCall, index: number): Conditioning {
  const { node, inputs } = call;
  const conditionings = inputs.all('conditioning');
  const [first] = conditionings;
  if (first === undefined) return encodedText(call);
  const isSingle = node.outputs.filter((type) => type === 'CONDITIONING').length === 1;
  const sources = isSingle ? conditionings : [conditionings[index] ?? first];
  const reference = sources.find((source) => source.reference !== undefined)?.reference;
  return {
    kind: 'conditioning',
    texts: [...new Set(sources.flatMap(({ texts }) => texts))],
    traits: [
      ...sources.flatMap(({ traits }) => traits),
      settings(node.name, inputs),
      ...loadedTraits(inputs),
    ],
    ...(reference && { reference }),
  };
}

/** Encoded texts; a picture beside them is the source of an edit model. */
function encodedText(call: NodeCall): Conditioning {
  const { node, inputs } = call;
  const { traits } = inputs.required('loaded', 'clip');
  const specs = new Map([...node.required, ...node.optional]);
  const texts = inputs.names
    .filter((name) => inputType(specs.get(name) ?? null) === 'STRING')
    .map((name) => inputs.text(name));
  const reference = inputOf('IMAGE', call)[0]?.frames[0];
  const used = [...new Set(texts)].filter((text) => text.trim() !== '');
  return { kind: 'conditioning', texts: used, traits, ...(reference && { reference }) };
}

function schedule({ node, inputs }: NodeCall): Value | undefined {
  if (!inputs.has('steps')) return undefined;
  const strength = inputs.number('denoise', 1);
  const steps = strength === 0 ? 0 : inputs.number('steps');
  return { kind: 'sigmas', steps, strength, name: inputs.text('scheduler', node.name) };
}

function sizeInputs(inputs: NodeInputs): Size | undefined {
  if (!inputs.has('width') || !inputs.has('height')) return undefined;
  return { width: inputs.number('width'), height: inputs.number('height') };
}

/** An empty latent; the step of the inputs says what sizes the model family can hold. */
function emptyLatent({ node, inputs }: NodeCall): Latent | undefined {
  const size = sizeInputs(inputs);
  if (size === undefined) return undefined;
  const frames = Array.from({ length: inputs.number('batch_size', 1) }, () => ({}));
  return { kind: 'latent', ...cut(size, inputStep(node, 'width')), frames };
}

/** The step of a number input. */
export function inputStep({ required }: NodeClass, input: string): number {
  return numberOf(inputOptions(required.get(input) ?? null).get('step') ?? 1) ?? 1;
}

/** The input `value`, or the first constant of that type. */
function constantOf(
  { inputs }: NodeCall,
  type: 'string' | 'number' | 'boolean',
): Value | undefined {
  const isAlike = (value: WireValue): boolean =>
    type === 'number' ? numberOf(value) !== undefined : typeof value === type;
  const constant = inputs.all('literal').find(({ value }) => isAlike(value));
  return inputs.get('value') ?? (constant && literal(constant.value));
}

function throwUnsupported({ name }: NodeClass): never {
  const problem = `the simulator can't run nodes of the class ${name}`;
  throw new PythonError('NotImplementedError', problem);
}
