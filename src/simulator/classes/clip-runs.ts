import { inputOptions, type NodeClass } from '../catalogue/node-class';
import { numberOf } from '../wire/python-float';
import { cut } from './latent-runs';
import type { NodeCall, NodeResult, NodeRuns } from './node-run';
import { type Latent, literal, type Value } from './value';
import { settings } from './value-traits';

/** Inputs by which a picture becomes the start of a clip. */
const STARTS = ['start_image', 'image', 'ref_image', 'reference_image'];
/** Inputs by which a clip goes by moving pictures. */
const GUIDES = ['control_video', 'ref_motion'];

/** Does the class make the latent of a clip? All that do ask for the same three numbers. */
export function makesClip({ required, outputs }: NodeClass): boolean {
  return (
    outputs.includes('LATENT') && ['width', 'height', 'length'].every((name) => required.has(name))
  );
}

/**
 * The latent of a clip. Sizes and lengths are cut as the model's family does, which is what their steps say: 81 frames
 * of a family with steps of 4 are 20 × 4 + 1.
 */
export function clipRun({ node, inputs }: NodeCall): NodeResult {
  const step = stepOf(node, 'length');
  const count = Math.floor((inputs.number('length') - 1) / step) * step + 1;
  const size = { width: inputs.number('width'), height: inputs.number('height') };
  const start = [...STARTS, ...GUIDES].find((name) => inputs.get(name)?.kind === 'pictures');
  const [picture] = start === undefined ? [] : inputs.pictures(start).frames;
  const latent: Latent = {
    ...{ kind: 'latent', isClip: true, ...cut(size, stepOf(node, 'width')) },
    frames: Array.from({ length: Math.max(1, count) }, () => ({})),
    ...(picture && { start: picture }),
  };
  const sides = ['positive', 'negative'];
  return {
    outputs: node.outputs.map((type): Value => {
      if (type === 'LATENT') return latent;
      const side = type === 'CONDITIONING' ? sides.shift() : undefined;
      if (side === undefined || !inputs.has(side)) return literal(0);
      const given = inputs.conditioning(side);
      return { ...given, traits: [...given.traits, settings(node.name, inputs)] };
    }),
  };
}

function stepOf({ required }: NodeClass, input: string): number {
  return numberOf(inputOptions(required.get(input) ?? null).get('step') ?? 1) ?? 1;
}

/** A picture at the start of a clip that is there already. */
function startFrom({ inputs }: NodeCall): NodeResult {
  const latent = inputs.latent('latent');
  const [start] = inputs.pictures('image').frames;
  const isOff = inputs.flag('bypass') || start === undefined;
  return { outputs: [isOff ? latent : { ...latent, start }] };
}

/** Twice as large, as the models for it do. */
function upsample({ inputs }: NodeCall): NodeResult {
  inputs.loaded('upscale_model');
  const { width, height, ...latent } = inputs.latent('samples');
  return { outputs: [{ ...latent, width: width * 2, height: height * 2 }] };
}

/** Sound to be: so many frames at that pace. */
function emptySound({ inputs }: NodeCall): NodeResult {
  const soundSeconds = inputs.number('frames_number') / inputs.number('frame_rate');
  return { outputs: [soundLatent(soundSeconds)] };
}

function soundLatent(soundSeconds: number): Latent {
  return { kind: 'latent', width: 8, height: 8, frames: [], soundSeconds };
}

function joined({ inputs }: NodeCall): NodeResult {
  const { soundSeconds = 0 } = inputs.latent('audio_latent');
  return { outputs: [{ ...inputs.latent('video_latent'), soundSeconds }] };
}

function separated({ inputs }: NodeCall): NodeResult {
  const { soundSeconds = 0, ...video } = inputs.latent('av_latent');
  return { outputs: [video, soundLatent(soundSeconds)] };
}

/** Classes about latents of clips that take other numbers. */
export const CLIP_RUNS: NodeRuns = {
  LTXVImgToVideoInplace: startFrom,
  LTXVLatentUpsampler: upsample,
  LTXVEmptyLatentAudio: emptySound,
  LTXVConcatAVLatent: joined,
  LTXVSeparateAVLatent: separated,
};
