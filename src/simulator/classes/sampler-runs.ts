import type { Dream } from '../drawing/dream';
import { dreamPicture } from '../drawing/paint';
import type { Size } from '../drawing/picture';
import { mixed, scaled } from '../drawing/picture-operations';
import { previewsOf } from '../drawing/preview';
import { CLIP_STRENGTH, clipFrames } from '../motion/clip';
import type { Conditioning, Latent, LatentFrame, Loaded } from './value';
import type { NodeInputs } from './node-inputs';
import type { NodeCall, NodeResult, NodeRuns, RunContext } from './node-run';

/** What a sampler works with, whichever class it is. */
export interface Sampling {
  readonly model: Loaded;
  readonly positive: Conditioning;
  readonly negative: Conditioning | undefined;
  readonly latent: Latent;
  readonly seed: bigint | undefined;
  readonly steps: number;
  readonly cfg: number;
  readonly sampler: string;
  /** How much of the latent's picture is painted over, 0 to 1. */
  readonly strength: number;
}

/** An edit model changes this much of the picture that it goes by. */
const EDIT_STRENGTH = 0.6;

/** Takes the time of the steps and gives the latent with its pictures to be. */
export async function sample(sampling: Sampling, context: RunContext): Promise<Latent> {
  const { latent, steps } = sampling;
  if (steps === 0) return latent;
  const size = { width: latent.width, height: latent.height };
  const [start] = latent.frames;
  const dreams = latent.isClip
    ? [start ?? {}].map((frame) => clipDream(sampling, frame))
    : latent.frames.map((frame, index) => dreamOf(sampling, frame, index));
  const [first] = dreams;
  const preview = first && previewsOf(first, size);
  for (let value = 1; value <= steps; value++) {
    await context.step({
      value,
      total: steps,
      ...(preview && { preview: async () => preview(value / steps) }),
    });
  }
  if (latent.isClip && first) return { ...latent, frames: clip(sampling, first, size) };
  return { ...latent, frames: dreams.map((dream) => ({ picture: dreamPicture(dream, size) })) };
}

/** A clip is one scene, which keeps much of the picture that it starts from. */
function clipDream(sampling: Sampling, frame: LatentFrame): Dream {
  const { start } = sampling.latent;
  const dream = dreamOf(sampling, frame, 0);
  if (start !== undefined) return { ...dream, source: start, strength: CLIP_STRENGTH };
  return { ...dream, source: undefined, strength: 1 };
}

/** The frames, each mixed with what was there: the second expert goes on where the first has stopped. */
function clip({ latent, strength }: Sampling, dream: Dream, size: Size): readonly LatentFrame[] {
  const frames = clipFrames(dream, size, latent.frames.length);
  return frames.map((drawn, index) => {
    const before = latent.frames[index]?.picture;
    if (before === undefined || strength >= 1) return { picture: drawn };
    return { picture: mixed(scaled(before, size), drawn, strength) };
  });
}

function dreamOf(sampling: Sampling, frame: LatentFrame, index: number): Dream {
  const { model, positive, negative, latent } = sampling;
  return {
    prompt: positive.texts.join(', '),
    negative: negative?.texts.join(', ') ?? '',
    seed: String(sampling.seed ?? 'none'),
    steps: sampling.steps,
    cfg: sampling.cfg,
    sampler: sampling.sampler,
    traits: [...model.traits, ...positive.traits],
    index,
    mask: latent.mask,
    ...sourceOf(sampling, frame),
  };
}

/** What shows through: the latent's own picture, or the one that an edit model goes by. */
function sourceOf(
  { strength, positive, latent }: Sampling,
  { picture }: LatentFrame,
): Pick<Dream, 'source' | 'strength'> {
  const isWhole = strength >= 1 && latent.mask === undefined;
  if (positive.reference !== undefined && (picture === undefined || isWhole)) {
    return { source: positive.reference, strength: EDIT_STRENGTH };
  }
  return { source: picture, strength: picture === undefined ? 1 : strength };
}

async function kSampler({ inputs, context }: NodeCall): Promise<NodeResult> {
  const strength = inputs.number('denoise', 1);
  const sampling = {
    ...parts(inputs),
    seed: inputs.seed('seed'),
    steps: strength === 0 ? 0 : inputs.number('steps'),
    cfg: inputs.number('cfg'),
    sampler: `${inputs.text('sampler_name')} ${inputs.text('scheduler')}`,
    strength,
  };
  return { outputs: [await sample(sampling, context)] };
}

/** A part of the steps: what was there before keeps the share of the steps that came before. */
async function kSamplerAdvanced({ inputs, context }: NodeCall): Promise<NodeResult> {
  const total = inputs.number('steps');
  const start = Math.min(inputs.number('start_at_step'), total);
  const end = Math.min(inputs.number('end_at_step'), total);
  const sampling = {
    ...parts(inputs),
    seed: inputs.text('add_noise') === 'disable' ? undefined : inputs.seed('noise_seed'),
    steps: Math.max(0, end - start),
    cfg: inputs.number('cfg'),
    sampler: `${inputs.text('sampler_name')} ${inputs.text('scheduler')}`,
    strength: 1 - start / total,
  };
  return { outputs: [await sample(sampling, context)] };
}

async function samplerCustom({ inputs, context }: NodeCall): Promise<NodeResult> {
  const { steps, strength, name } = inputs.sigmas('sigmas');
  const sampling = {
    ...parts(inputs),
    seed: inputs.flag('add_noise', true) ? inputs.seed('noise_seed') : undefined,
    steps,
    cfg: inputs.number('cfg'),
    sampler: [...inputs.loaded('sampler').traits, name].join(' '),
    strength,
  };
  const latent = await sample(sampling, context);
  return { outputs: [latent, latent] };
}

async function samplerCustomAdvanced({ inputs, context }: NodeCall): Promise<NodeResult> {
  const { model, positive, negative, cfg } = inputs.guider('guider');
  const { steps, strength, name } = inputs.sigmas('sigmas');
  const sampling = {
    ...{ model, positive, negative, cfg, steps, strength },
    latent: inputs.latent('latent_image'),
    seed: inputs.noise('noise').seed,
    sampler: [...inputs.loaded('sampler').traits, name].join(' '),
  };
  const latent = await sample(sampling, context);
  return { outputs: [latent, latent] };
}

type Parts = Pick<Sampling, 'model' | 'positive' | 'negative' | 'latent'>;

function parts(inputs: NodeInputs): Parts {
  return {
    model: inputs.loaded('model', 'get_model_object'),
    positive: inputs.conditioning('positive'),
    negative: inputs.conditioning('negative'),
    latent: inputs.latent('latent_image'),
  };
}

/** Classes that sample. */
export const SAMPLER_RUNS: NodeRuns = {
  KSampler: kSampler,
  KSamplerAdvanced: kSamplerAdvanced,
  SamplerCustom: samplerCustom,
  SamplerCustomAdvanced: samplerCustomAdvanced,
};
