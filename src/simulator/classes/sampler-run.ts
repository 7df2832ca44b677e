import type { NodeClass } from '../catalogue/node-class';
import type { PictureSpec } from '../drawing/picture-spec';
import { specPicture } from '../drawing/paint';
import type { Size } from '../drawing/picture';
import { blendedPictures, scaled } from '../drawing/picture-operations';
import { previewsOf } from '../drawing/preview';
import { CLIP_STRENGTH, clipFrames } from '../motion/clip';
import type { NodeInputs } from './node-inputs';
import type { NodeCall, NodeResult, RunContext } from './node-run';
import type { Guider, Latent, LatentFrame } from './value';

/** The inputs of any sampler class. */
interface Sampling {
  readonly guider: Guider;
  readonly latent: Latent;
  readonly seed: bigint | undefined;
  readonly steps: number;
  readonly sampler: string;
  /** How much of the latent's picture is painted over, 0 to 1. */
  readonly strength: number;
}

/** Share of the source picture that an edit model changes. */
const EDIT_STRENGTH = 0.6;

/** Sampler classes have an input `latent_image` and a LATENT as their first output. */
export function isSampler({ required, outputs }: NodeClass): boolean {
  return outputs[0] === 'LATENT' && required.has('latent_image');
}

/** Waits for the sampling steps and returns the latent with its pictures. */
export async function samplerRun({ node, inputs, context }: NodeCall): Promise<NodeResult> {
  const sampling: Sampling = {
    guider: inputs.optional('guider', 'guider') ?? guiderOf(inputs),
    latent: inputs.required('latent', 'latent_image'),
    seed: seedOf(inputs),
    ...scheduleOf(inputs),
  };
  const latent = await sample(sampling, context);
  return { outputs: node.outputs.map(() => latent) };
}

/** Model and conditioning, ready to sample with. */
export function guiderOf(inputs: NodeInputs): Guider {
  const positive = ['positive', 'conditioning', 'cond1'].find((name) => inputs.has(name));
  return {
    kind: 'guider',
    model: inputs.required('loaded', 'model'),
    positive: inputs.required('conditioning', positive ?? 'positive'),
    negative: inputs.optional('conditioning', 'negative'),
    cfg: inputs.number('cfg', inputs.number('cfg_conds', 1)),
  };
}

function seedOf(inputs: NodeInputs): bigint | undefined {
  if (inputs.has('noise')) return inputs.required('noise', 'noise').seed;
  const addNoise = inputs.constant('add_noise');
  if (addNoise === false || addNoise === 'disable') return undefined;
  return inputs.seed(inputs.has('seed') ? 'seed' : 'noise_seed');
}

/** The steps to take. A sampler that starts in the middle keeps the share of the steps before. */
function scheduleOf(inputs: NodeInputs): Pick<Sampling, 'steps' | 'strength' | 'sampler'> {
  if (inputs.has('sigmas')) {
    const { steps, strength, name } = inputs.required('sigmas', 'sigmas');
    const { traits } = inputs.required('loaded', 'sampler');
    return { steps, strength, sampler: [...traits, name].join(' ') };
  }
  const total = inputs.number('steps');
  const start = Math.min(inputs.number('start_at_step', 0), total);
  const end = Math.min(inputs.number('end_at_step', total), total);
  const strength = inputs.number('denoise', 1) * (1 - start / total);
  return {
    steps: strength === 0 ? 0 : Math.max(0, end - start),
    strength,
    sampler: `${inputs.text('sampler_name')} ${inputs.text('scheduler')}`,
  };
}

async function sample(sampling: Sampling, context: RunContext): Promise<Latent> {
  const { latent, steps } = sampling;
  if (steps === 0) return latent;
  const size = { width: latent.width, height: latent.height };
  const specs = latent.isClip
    ? [clipSpec(sampling, latent.frames[0] ?? {})]
    : latent.frames.map((frame, index) => specOf(sampling, frame, index));
  const [first] = specs;
  const preview = first && previewsOf(first, size);
  for (let value = 1; value <= steps; value++) {
    await context.step({
      value,
      total: steps,
      ...(preview && { preview: async () => preview(value / steps) }),
    });
  }
  if (latent.isClip && first) return { ...latent, frames: clip(sampling, first, size) };
  return { ...latent, frames: specs.map((spec) => ({ picture: specPicture(spec, size) })) };
}

/** A clip is one scene, which keeps much of the picture that it starts from. */
function clipSpec(sampling: Sampling, frame: LatentFrame): PictureSpec {
  const { start } = sampling.latent;
  const spec = specOf(sampling, frame, 0);
  if (start !== undefined) return { ...spec, source: start, strength: CLIP_STRENGTH };
  return { ...spec, source: undefined, strength: 1 };
}

/** The frames, mixed with those of the input: the second model of a pair continues the first one's. */
function clip(
  { latent, strength }: Sampling,
  spec: PictureSpec,
  size: Size,
): readonly LatentFrame[] {
  return clipFrames(spec, size, latent.frames.length).map((drawn, index) => {
    const before = latent.frames[index]?.picture;
    if (before === undefined || strength >= 1) return { picture: drawn };
    return { picture: blendedPictures(scaled(before, size), drawn, strength) };
  });
}

function specOf(sampling: Sampling, frame: LatentFrame, index: number): PictureSpec {
  const { guider, latent, steps, sampler } = sampling;
  const { model, positive, negative, cfg } = guider;
  return {
    prompt: positive.texts.join(', '),
    negative: negative?.texts.join(', ') ?? '',
    seed: String(sampling.seed ?? 'none'),
    steps,
    cfg,
    sampler,
    index,
    traits: [...model.traits, ...positive.traits],
    mask: latent.mask,
    ...sourceOf(sampling, frame),
  };
}

/** The picture to start from: the latent's own, or the source picture of an edit model. */
function sourceOf(
  { strength, guider, latent }: Sampling,
  { picture }: LatentFrame,
): Pick<PictureSpec, 'source' | 'strength'> {
  const { reference } = guider.positive;
  const isWhole = strength >= 1 && latent.mask === undefined;
  if (reference !== undefined && (picture === undefined || isWhole)) {
    return { source: reference, strength: EDIT_STRENGTH };
  }
  return { source: picture, strength: picture === undefined ? 1 : strength };
}
