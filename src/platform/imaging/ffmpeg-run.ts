import { type ChildLimits, type ChildOptions, runProgram } from './child-program';
import type { Demuxer } from './demuxer';

/** A recording, and the demuxer to open it with. */
export interface MediaFile {
  readonly kind: 'file';
  readonly path: string;
  readonly demuxer: Demuxer;
}

/** Inputs of ffmpeg. The format is always set explicitly, never detected. */
export type MediaSource =
  | MediaFile
  /** Pixels at its standard input, 8 bits of red, green and blue. */
  | {
      readonly kind: 'frames';
      readonly width: number;
      readonly height: number;
      readonly fps: number;
    }
  /** A file that the service itself has written, by its name in the folder that ffmpeg runs in. */
  | { readonly kind: 'own'; readonly name: string; readonly format: string }
  /** A picture or sound that ffmpeg generates from a constant filter graph. */
  | { readonly kind: 'made'; readonly graph: string };

/** A source, its start and its length in seconds. */
export interface MediaInput {
  readonly source: MediaSource;
  readonly start?: number;
  readonly seconds?: number;
  /** Constant options for reading it. */
  readonly options?: readonly string[];
}

export interface FfmpegRun {
  readonly inputs: readonly MediaInput[];
  /** ffmpeg's arguments after the inputs. */
  readonly output: readonly string[];
  /** Standard input, where an input is `frames`. */
  readonly chunks?: AsyncIterable<Buffer>;
}

/**
 * Runs ffmpeg. Every file is opened with a given demuxer over the `file` protocol only; the run is not interactive and
 * has a time limit.
 * @param program name of the ffmpeg binary
 * @returns its standard output
 * @throws ProgramFailed
 */
export function runFfmpeg(
  program: string,
  { inputs, output, chunks }: FfmpegRun,
  options: ChildOptions,
): Promise<Buffer> {
  const common = ['-nostdin', '-hide_banner', '-v', 'error', '-y'];
  return runProgram(program, [...common, ...inputs.flatMap(inputArgs), ...output], options, chunks);
}

/**
 * Runs ffprobe, and returns its parsed report on a file's container and streams.
 * @param program name of the ffprobe binary
 * @throws ProgramFailed
 */
export async function runFfprobe(
  program: string,
  file: MediaFile,
  limits: ChildLimits,
): Promise<unknown> {
  const options = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json'];
  const answer = await runProgram(program, [...options, ...sourceArgs(file)], limits);
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
  const [format, path] =
    source.kind === 'own' ? [source.format, source.name] : [source.demuxer, source.path];
  return ['-protocol_whitelist', 'file', '-f', format, '-i', `file:${path}`];
}
