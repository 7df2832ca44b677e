import type { FfmpegRun, MediaInput } from '../../../platform/imaging/ffmpeg-run';
import type { Film } from './film';
import { type Levelling, levellingFilters, WITH_FIGURES } from './film-loudness';
import { MIX } from './film-mix';
import { PROGRESS } from './film-segment-run';
import { RAW_SOUND, SAMPLE_RATE } from './film-sound';

/** Names of the files that a film is joined from. */
export const SEGMENT_LIST = 'segments.txt';
export const METADATA = 'metadata.txt';
export const SOFT_CAPTIONS = 'captions.srt';

/** The list of a film's segments in the form that ffmpeg reads (`concat`). */
export function segmentList(
  segments: readonly { readonly name: string; readonly frames: number }[],
  fps: number,
): string {
  return segments
    .map(({ name, frames }) => `file ${name}\nduration ${(frames / fps).toFixed(6)}\n`)
    .join('');
}

const MIX_INPUT: MediaInput = {
  source: { kind: 'own', name: MIX, format: 'f32le' },
  options: RAW_SOUND,
};

/** The run that measures the mixed sound with filters and writes no file. */
export function measureRun(filters: string): FfmpegRun {
  return {
    inputs: [MIX_INPUT],
    output: [...WITH_FIGURES, '-af', filters, '-f', 'null', '-'],
  };
}

/** The files of a finished film. */
export interface JoinTargets {
  readonly video: string;
  readonly poster: string;
}

/**
 * The run that joins the segments, the sound, the captions that can be switched on and the chapters to the finished film,
 * and draws one of its frames as PNG.
 * @param poster a segment, and the frame of it that is drawn
 */
export function joinRun(
  film: Film,
  levelling: Levelling | null,
  poster: { readonly segment: string; readonly frame: number },
  targets: JoinTargets,
): FfmpegRun {
  const own = (name: string, format: string): MediaInput => ({
    source: { kind: 'own', name, format },
  });
  const isSoft = film.subtitles === 'soft';
  return {
    inputs: [
      own(SEGMENT_LIST, 'concat'),
      MIX_INPUT,
      own(METADATA, 'ffmetadata'),
      { ...own(poster.segment, 'mov'), start: poster.frame / film.fps },
      ...(isSoft ? [own(SOFT_CAPTIONS, 'srt')] : []),
    ],
    output: [
      ...PROGRESS,
      ...['-map', '0:v:0', '-map', '1:a:0', ...(isSoft ? ['-map', '4:s:0'] : [])],
      ...['-map_metadata', '2', '-map_chapters', '2'],
      ...['-c:v', 'copy', '-video_track_timescale', `${film.fps}`],
      ...['-c:a', 'aac', '-b:a', '192k', '-af', levellingFilters(levelling, SAMPLE_RATE)],
      ...(isSoft ? ['-c:s', 'mov_text'] : []),
      ...['-movflags', '+faststart', '-fflags', '+bitexact', '-f', 'mp4', `file:${targets.video}`],
      ...['-map', '3:v:0', '-frames:v', '1'],
      ...['-f', 'image2', '-update', '1', '-c:v', 'png', `file:${targets.poster}`],
    ],
  };
}
