import type { FfmpegRun, MediaFile } from './ffmpeg-run';

/** A recording of sound, and the silence behind it in seconds. */
export interface SoundPart {
  readonly file: MediaFile;
  readonly silence: number;
}

/** Recordings may differ in rate, channels and samples. */
const FORMAT = 'aresample=48000,aformat=sample_fmts=s16:channel_layouts=mono';

/** Puts recordings one behind the other into a FLAC file. The same recordings make the same bytes. */
export function soundJoinRun(parts: readonly SoundPart[], flac: string): FfmpegRun {
  const padded = parts.map(({ silence }, at) => {
    const pad = silence > 0 ? `,apad=pad_dur=${silence.toFixed(6)}` : '';
    return `[${at}:a:0]${FORMAT}${pad}[part${at}]`;
  });
  const all = parts.map((_, at) => `[part${at}]`).join('');
  const graph = [...padded, `${all}concat=n=${parts.length}:v=0:a=1[joined]`].join(';');
  return {
    inputs: parts.map(({ file }) => ({ source: file })),
    output: [
      ...['-filter_complex', graph, '-map', '[joined]', '-map_metadata', '-1'],
      ...['-fflags', '+bitexact', '-flags:a', '+bitexact'],
      ...['-c:a', 'flac', '-f', 'flac', `file:${flac}`],
    ],
  };
}
