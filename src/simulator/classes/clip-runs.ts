import type { NodeClass } from '../catalogue/node-class';
import { inputStep, settings } from './generic-run';
import { cut } from './latents';
import type { NodeCall, NodeResult, RunsByClass } from './node-run';
import { literal, type Latent, type Value } from './value';

/** Inputs with the start picture of a clip, or with a video that guides it. */
const STARTS = [
  'start_image',
  'image',
  'ref_image',
  'reference_image',
  'control_video',
  'ref_motion',
];

/** Does the class make the latent of a clip? All that do ask for the same three numbers. */
export function isClipClass({ required, outputs }: NodeClass): boolean {
  return (
    outputs.includes('LATENT') && ['width', 'height', 'length'].every((name) => required.has(name))
  );
}

/**
 * The latent of a clip. Sizes and lengths are rounded down to the steps of the inputs: with a step of 4, 83 frames become
 * 20 × 4 + 1 = 81.
 */
export function clipRun({ node, inputs }: NodeCall): NodeResult {
  const step = inputStep(node, 'length');
  const count = Math.floor((inputs.number('length') - 1) / step) * step + 1;
  const size = { width: inputs.number('width'), height: inputs.number('height') };
  const start = STARTS.find((name) => inputs.get(name)?.kind === 'pictures');
  const [picture] = start === undefined ? [] : inputs.required('pictures', start).frames;
  const latent: Latent = {
    kind: 'latent',
    isClip: true,
    ...cut(size, inputStep(node, 'width')),
    frames: Array.from({ length: Math.max(1, count) }, () => ({})),
    ...(picture && { start: picture }),
  };
  const sides = ['positive', 'negative'];
  return {
    outputs: node.outputs.map((type): Value => {
      if (type === 'LATENT') return latent;
      const side = type === 'CONDITIONING' ? sides.shift() : undefined;
      if (side === undefined || !inputs.has(side)) return literal(0);
      const conditioning = inputs.required('conditioning', side);
      return { ...conditioning, traits: [...conditioning.traits, settings(node.name, inputs)] };
    }),
  };
}

/** Sets the start picture of an existing clip latent. */
function startFrom({ inputs }: NodeCall): NodeResult {
  const latent = inputs.required('latent', 'latent');
  const [start] = inputs.required('pictures', 'image').frames;
  const isOff = inputs.flag('bypass') || start === undefined;
  return { outputs: [isOff ? latent : { ...latent, start }] };
}

function doubled({ inputs }: NodeCall): NodeResult {
  const { width, height, ...latent } = inputs.required('latent', 'samples');
  return { outputs: [{ ...latent, width: width * 2, height: height * 2 }] };
}

function emptySound({ inputs }: NodeCall): NodeResult {
  return { outputs: [soundLatent(inputs.number('frames_number') / inputs.number('frame_rate'))] };
}

function soundLatent(soundSeconds: number): Latent {
  return { kind: 'latent', width: 8, height: 8, frames: [], soundSeconds };
}

function joined({ inputs }: NodeCall): NodeResult {
  const { soundSeconds = 0 } = inputs.required('latent', 'audio_latent');
  return { outputs: [{ ...inputs.required('latent', 'video_latent'), soundSeconds }] };
}

function separated({ inputs }: NodeCall): NodeResult {
  const { soundSeconds = 0, ...video } = inputs.required('latent', 'av_latent');
  return { outputs: [video, soundLatent(soundSeconds)] };
}

/** Other classes about latents of clips. */
export const CLIP_RUNS: RunsByClass = {
  LTXVImgToVideoInplace: startFrom,
  LTXVLatentUpsampler: doubled,
  LTXVEmptyLatentAudio: emptySound,
  LTXVConcatAVLatent: joined,
  LTXVSeparateAVLatent: separated,
};
