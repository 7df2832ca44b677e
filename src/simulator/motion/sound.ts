import type { MediaFile, MediaInput } from '../../platform/imaging/ffmpeg-run';
import type { Sound } from '../classes/value';

/** Pitch of the sound of a simulated model, in hertz. */
const TONE_HZ = 220;
/** Samples per second of the sound of a simulated model. */
const RATE = 44_100;

/** The sound of a simulated model: a quiet tone of that length. */
export function tone(seconds: number): Sound {
  const graph = `sine=frequency=${TONE_HZ}:sample_rate=${RATE},volume=0.2`;
  return { kind: 'sound', source: { kind: 'made', graph }, start: 0, seconds };
}

/** Silence of that many seconds; `rate` in samples a second, one channel or two. */
export function silence(seconds: number, rate: number, channels: number): Sound {
  const layout = channels === 1 ? 'mono' : 'stereo';
  const graph = `anullsrc=r=${rate}:cl=${layout}`;
  return { kind: 'sound', source: { kind: 'made', graph }, start: 0, seconds };
}

/** The sound of a file. */
export function soundOf(source: MediaFile, seconds: number): Sound {
  return { kind: 'sound', source, start: 0, seconds };
}

/** A part of a sound, cut at its end. */
export function soundPart(sound: Sound, start: number, seconds: number): Sound {
  const from = Math.min(Math.max(0, start), sound.seconds);
  const length = Math.min(seconds, sound.seconds - from);
  return { ...sound, start: sound.start + from, seconds: length };
}

/** How ffmpeg opens a sound. */
export function soundInput({ source, start, seconds }: Sound): MediaInput {
  return { source, start, seconds };
}
