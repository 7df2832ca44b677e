import { type ChildLimits, runProgram } from './child-program';
import type { Demuxer } from './demuxer';

/** A file that plays, and how it is opened. */
export interface MediaFile {
  readonly kind: 'file';
  readonly path: string;
  readonly demuxer: Demuxer;
}

/** What ffmpeg may open. There is no way to let it guess what a file is. */
export type MediaSource =
  | MediaFile
  /** Pixels at its standard input, 8 bits of red, green and blue. */
  | {
      readonly kind: 'frames';
      readonly width: number;
      readonly height: number;
      readonly fps: number;
    }
  /** A picture or a sound that ffmpeg makes by itself, as a filter graph of our own words. */
  | { readonly kind: 'made'; readonly graph: string };

/** A source, and from which second on and for how many it counts. */
export interface MediaInput {
  readonly source: MediaSource;
  readonly start?: number;
  readonly seconds?: number;
  /** Options for reading it, of our own words. */
  readonly options?: readonly string[];
}

/** One run of ffmpeg. */
export interface FfmpegRun {
  readonly inputs: readonly MediaInput[];
  /** What is made of them: ffmpeg's arguments behind the inputs. */
  readonly output: readonly string[];
  /** What is fed where an input is `frames`. */
  readonly chunks?: AsyncIterable<Buffer>;
}

/**
 * Runs ffmpeg: the one place that does. Every file is opened with a demuxer that is named, over the `file` protocol
 * alone; nothing is asked, nothing runs for ever.
 * @param program what ffmpeg is called
 * @returns what it wrote to standard output
 * @throws ProgramFailed
 */
export function runFfmpeg(
  program: string,
  { inputs, output, chunks }: FfmpegRun,
  limits: ChildLimits,
): Promise<Buffer> {
  const common = ['-nostdin', '-hide_banner', '-v', 'error', '-y'];
  return runProgram(program, [...common, ...inputs.flatMap(inputArgs), ...output], limits, chunks);
}

/**
 * What ffprobe says about a file's container and streams, parsed.
 * @param program what ffprobe is called
 * @throws ProgramFailed
 */
export async function runFfprobe(
  program: string,
  file: MediaFile,
  limits: ChildLimits,
): Promise<unknown> {
  const asked = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json'];
  const answer = await runProgram(program, [...asked, ...sourceArgs(file)], limits);
  return JSON.parse(answer.toString('utf8'));
}

function inputArgs({ source, start = 0, seconds, options = [] }: MediaInput): readonly string[] {
  const seek = start === 0 ? [] : ['-ss', start.toFixed(6)];
  const length = seconds === undefined ? [] : ['-t', seconds.toFixed(6)];
  return [...seek, ...length, ...options, ...sourceArgs(source)];
}

function sourceArgs(source: MediaSource): readonly string[] {
  if (source.kind === 'made') return ['-f', 'lavfi', '-i', source.graph];
  if (source.kind === 'frames') {
    const { width, height, fps } = source;
    const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`];
    return ['-protocol_whitelist', 'pipe', ...raw, '-framerate', String(fps), '-i', 'pipe:0'];
  }
  const { path, demuxer } = source;
  return ['-protocol_whitelist', 'file', '-f', demuxer, '-i', `file:${path}`];
}
