import type { FfmpegRun, MediaInput } from '../../../platform/imaging/ffmpeg-run';
import type { Film } from './film';
import { type Levelling, levellingFilters } from './film-loudness';
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
    output: ['-v', 'info', '-nostats', '-af', filters, '-f', 'null', '-'],
  };
}

/**
 * The run that joins the segments, the sound, the captions that can be switched on and the chapters to the finished film.
 */
export function joinRun(film: Film, levelling: Levelling | null, target: string): FfmpegRun {
  const own = (name: string, format: string): MediaInput => ({
    source: { kind: 'own', name, format },
  });
  const isSoft = film.subtitles === 'soft';
  return {
    inputs: [
      own(SEGMENT_LIST, 'concat'),
      MIX_INPUT,
      own(METADATA, 'ffmetadata'),
      ...(isSoft ? [own(SOFT_CAPTIONS, 'srt')] : []),
    ],
    output: [
      ...PROGRESS,
      ...['-map', '0:v:0', '-map', '1:a:0', ...(isSoft ? ['-map', '3:s:0'] : [])],
      ...['-map_metadata', '2', '-map_chapters', '2'],
      ...['-c:v', 'copy', '-video_track_timescale', `${film.fps}`],
      ...['-c:a', 'aac', '-b:a', '192k', '-af', levellingFilters(levelling, SAMPLE_RATE)],
      ...(isSoft ? ['-c:s', 'mov_text'] : []),
      ...['-movflags', '+faststart', '-fflags', '+bitexact', '-f', 'mp4', `file:${target}`],
    ],
  };
}

/** The run that draws one frame of the finished film as PNG. */
export function posterRun(name: string, seconds: number, target: string): FfmpegRun {
  return {
    inputs: [{ source: { kind: 'own', name, format: 'mov' }, start: seconds }],
    output: ['-frames:v', '1', '-f', 'image2', '-update', '1', '-c:v', 'png', `file:${target}`],
  };
}
