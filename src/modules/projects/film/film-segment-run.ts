import type { FfmpegRun } from '../../../platform/imaging/ffmpeg-run';
import type { Film } from './film';
import type { PictureStream } from './film-pictures';
import type { Segment } from './film-segments';

/** Name of the file with the captions that are drawn into the picture. */
export const BURNED_CAPTIONS = 'captions.ass';

/** Reports frames and other figures to standard output. */
export const PROGRESS = ['-progress', 'pipe:1', '-nostats'];

const VIDEO_ENCODER = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p'],
  // With B-frames, decoding times differ between short and long segments, and the joined film would stutter.
  ...['-bf', '0'],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
  ...['-color_range', 'tv'],
];

/**
 * The run that makes a segment: exactly its frames, without sound. All segments of a film are encoded alike, so that they
 * can be joined without encoding them again.
 * @param streams the pictures of the segment
 * @param threads of the encoder
 */
export function segmentRun(
  film: Film,
  segment: Segment,
  streams: readonly PictureStream[],
  { target, threads }: { readonly target: string; readonly threads: number },
): FfmpegRun {
  const { fps } = film;
  return {
    inputs: streams.map(({ input }) => input),
    output: [
      ...PROGRESS,
      ...['-filter_complex', filterGraph(film, segment, streams), '-map', '[film]', '-an'],
      ...['-frames:v', `${segment.frames}`, ...VIDEO_ENCODER, '-threads', `${threads}`],
      ...['-g', `${2 * fps}`, '-video_track_timescale', `${fps}`],
      ...['-fflags', '+bitexact', '-f', 'mp4', `file:${target}`],
    ],
  };
}

function filterGraph(
  { fps, subtitles }: Film,
  { start, frames }: Segment,
  streams: readonly PictureStream[],
): string {
  // Frames are numbered from the start of the segment, in units of one frame.
  const numbered = [
    `trim=end_frame=${frames}`,
    `settb=1/${fps}`,
    'setpts=N',
    // A cross-fade needs a known rate.
    `fps=${fps}`,
    'setsar=1',
  ];
  const pictures = streams.map(
    ({ filters }, index) => `[${index}:v]${[...filters, ...numbered].join(',')}[picture${index}]`,
  );
  const fade = `xfade=transition=fade:duration=${(frames / fps).toFixed(6)}:offset=0`;
  const joined = streams.length === 2 ? `[picture0][picture1]${fade}` : '[picture0]null';
  // The captions have the times of the film.
  const captions =
    subtitles === 'burned' ? `,setpts=N+${start},ass=${BURNED_CAPTIONS},setpts=N` : '';
  return `${pictures.join(';')};${joined}${captions},format=yuv420p[film]`;
}
