import sharp from 'sharp';
import type { Dream } from '../drawing/dream';
import { dreamPicture } from '../drawing/paint';
import type { Picture } from '../drawing/picture';
import type { Conditioning, Latent, LatentFrame, Loaded } from './value';
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

/** Longest side of a preview, as on the real one. */
const PREVIEW_SIDE = 512;

/** Takes the time of the steps and gives the latent with its pictures to be. */
export async function sample(sampling: Sampling, context: RunContext): Promise<Latent> {
  const { latent, steps } = sampling;
  const size = { width: latent.width, height: latent.height };
  const frames = latent.frames.map((frame, index): LatentFrame => {
    if (steps === 0) return frame;
    return { picture: dreamPicture(dreamOf(sampling, frame, index), size) };
  });
  const preview = memo(async () => previewOf(frames[0]?.picture));
  for (let value = 1; value <= steps; value++) {
    await context.step({ value, total: steps, preview });
  }
  return { ...latent, frames };
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
    strength: frame.picture === undefined ? 1 : sampling.strength,
    source: frame.picture,
    mask: latent.mask,
  };
}

async function previewOf(picture: Picture | undefined): Promise<Buffer> {
  const image = picture === undefined ? blank() : await picture.open();
  return image
    .resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer();
}

function blank(): sharp.Sharp {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: 'grey' } });
}

function memo<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return async () => (made ??= make());
}

async function kSampler({ inputs, context }: NodeCall): Promise<NodeResult> {
  const denoise = inputs.number('denoise', 1);
  const latent = await sample(
    {
      model: inputs.loaded('model'),
      positive: inputs.conditioning('positive'),
      negative: inputs.conditioning('negative'),
      latent: inputs.latent('latent_image'),
      seed: inputs.seed('seed'),
      steps: inputs.number('steps'),
      cfg: inputs.number('cfg'),
      sampler: `${inputs.text('sampler_name')} ${inputs.text('scheduler')}`,
      strength: denoise,
    },
    context,
  );
  return { outputs: [latent] };
}

export const SAMPLER_RUNS: NodeRuns = {
  KSampler: kSampler,
};
