import type { Sound } from '../classes/value';
import { LOCAL } from './ffmpeg';

/** Pitch of what a simulated model plays, in hertz: nobody takes it for music. */
const TONE_HZ = 220;
/** Samples per second of what a simulated model plays. */
const RATE = 44_100;

/** What a simulated model plays: a quiet tone of that length. */
export function tone(seconds: number): Sound {
  const source = `sine=frequency=${TONE_HZ}:sample_rate=${RATE},volume=0.2`;
  return { kind: 'sound', input: ['-f', 'lavfi', '-i', source], start: 0, seconds };
}

export function silence(seconds: number, rate: number, channels: number): Sound {
  const layout = channels === 1 ? 'mono' : 'stereo';
  const source = `anullsrc=r=${rate}:cl=${layout}`;
  return { kind: 'sound', input: ['-f', 'lavfi', '-i', source], start: 0, seconds };
}

/** The sound of a file. */
export function soundOf(path: string, seconds: number): Sound {
  return { kind: 'sound', input: [...LOCAL, '-i', `file:${path}`], start: 0, seconds };
}

/** A part of a sound; what lies behind its end is nothing. */
export function soundPart(sound: Sound, start: number, seconds: number): Sound {
  const from = Math.min(Math.max(0, start), sound.seconds);
  const length = Math.min(seconds, sound.seconds - from);
  return { ...sound, start: sound.start + from, seconds: length };
}

/** How ffmpeg opens a sound. */
export function soundArgs({ input, start, seconds }: Sound): readonly string[] {
  const seek = start === 0 ? [] : ['-ss', start.toFixed(6)];
  return [...seek, '-t', seconds.toFixed(6), ...input];
}
