import type { FfmpegRun, MediaInput } from '../../../platform/imaging/ffmpeg-run';
import type { Film, FilmClip } from './film';
import { isClip } from './film-pictures';
import type { Timeline, TimelineShot } from './film-timeline';

/**
 * The tracks that the sound of a film is mixed from, each as long as the film: the speech of the shots, clips that keep
 * their loudness, and clips that are lowered while somebody speaks.
 */
export const TRACKS = ['speech', 'kept', 'ducked'] as const;
export type Track = (typeof TRACKS)[number];

/** A recording on a track. */
export interface TrackPart {
  readonly track: Track;
  /** Media path. */
  readonly path: string;
  /** First sample on the track. */
  readonly start: number;
  /** Where the recording is cut, in samples; a shorter one is followed by silence. */
  readonly samples: number;
  /** Seconds of fading at both ends. */
  readonly fade: { readonly in: number; readonly out: number };
}

/** Samples per second of all sound. */
export const SAMPLE_RATE = 48_000;
/** Two channels of 16 bits. */
export const BYTES_PER_SAMPLE = 4;
/** ffmpeg's options for raw sound. */
export const RAW_SOUND = ['-ar', `${SAMPLE_RATE}`, '-ac', '2'];

/** Long enough to avoid a click where a clip's sound is cut. */
const CUT_FADE_SECONDS = 0.01;

/** The recordings on the tracks of a film. */
export function trackParts(film: Film, { shots }: Timeline): readonly TrackPart[] {
  return shots.flatMap((placed) => [...speechPart(film, placed), ...clipPart(film, placed)]);
}

/** The sample at which a frame begins. */
export const sampleAt = (frame: number, fps: number): number =>
  Math.round((frame * SAMPLE_RATE) / fps);

/** Speech in its measured length: it is never cut, even where it is longer than its shot. */
function speechPart({ fps }: Film, { shot, start }: TimelineShot): readonly TrackPart[] {
  if (!shot.speech) return [];
  const { path, seconds, starts_at } = shot.speech;
  const from = sampleAt(start, fps) + Math.round(starts_at * SAMPLE_RATE);
  const samples = Math.ceil(seconds * SAMPLE_RATE);
  return [{ track: 'speech', path, start: from, samples, fade: { in: 0, out: 0 } }];
}

function clipPart({ fps }: Film, placed: TimelineShot): readonly TrackPart[] {
  const { picture } = placed.shot;
  if (!isClip(picture) || !picture.has_sound || picture.sound === 'mute') return [];
  const start = sampleAt(placed.start, fps);
  const end = sampleAt(placed.start + placed.frames, fps);
  const fade = {
    in: Math.max(CUT_FADE_SECONDS, placed.fadeIn / fps),
    out: Math.max(CUT_FADE_SECONDS, placed.fadeOut / fps),
  };
  return [{ track: trackOf(picture), path: picture.path, start, samples: end - start, fade }];
}

const trackOf = ({ sound }: FilmClip): Track => (sound === 'keep' ? 'kept' : 'ducked');

/** The run that decodes a part of a track to raw samples. */
export function partRun(part: TrackPart, source: MediaInput['source'], target: string): FfmpegRun {
  const seconds = part.samples / SAMPLE_RATE;
  const { fade } = part;
  const fadeOut = (seconds - fade.out).toFixed(6);
  const filters = [
    // Keeps sound in sync that begins after the picture or has gaps.
    `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
    ...(fade.in > 0 ? [`afade=t=in:d=${fade.in.toFixed(6)}`] : []),
    ...(fade.out > 0 ? [`afade=t=out:st=${fadeOut}:d=${fade.out.toFixed(6)}`] : []),
    `atrim=end_sample=${part.samples}`,
  ];
  return {
    inputs: [{ source }],
    output: [
      ...['-map', '0:a:0', '-vn', '-af', filters.join(',')],
      ...[...RAW_SOUND, '-f', 's16le', `file:${target}`],
    ],
  };
}
