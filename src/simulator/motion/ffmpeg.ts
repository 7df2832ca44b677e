import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PythonError } from '../wire/python-error';

/** What plays in a file. */
export interface PlayedFacts {
  readonly video: { readonly width: number; readonly height: number; readonly fps: number } | null;
  readonly hasSound: boolean;
  /** Length in seconds. */
  readonly seconds: number;
}

/** In front of an input: a playlist that calls itself a video must not fetch anything. */
export const LOCAL = ['-protocol_whitelist', 'file,pipe'] as const;

/** A run of ffmpeg that takes longer has hung, in milliseconds. */
const LONGEST_RUN_MS = 15 * 60_000;
/** As much of ffmpeg's complaints as an error tells, in letters. */
const LONGEST_COMPLAINT = 600;

/**
 * The machine's ffmpeg and ffprobe: what makes real files of a simulated node's pictures and tones. Where they are
 * absent, nodes that need them fail and say so.
 */
export class Ffmpeg {
  /** @param programs what they are called; tests name some that don't exist */
  constructor(private readonly programs = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }) {}

  /** Runs ffmpeg over `chunks` at its standard input. Throws `PythonError`, as a real node does for a bad file. */
  async run(args: readonly string[], chunks: AsyncIterable<Buffer> = nothing()): Promise<void> {
    const common = ['-nostdin', '-hide_banner', '-v', 'error', '-y', ...LOCAL];
    const child = spawn(this.programs.ffmpeg, [...common, ...args], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    // Not spawn's own limit: that one goes on when there is no such program.
    const limit = setTimeout(() => child.kill('SIGKILL'), LONGEST_RUN_MS);
    let complaint = '';
    child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
    // It may end before it has read everything; its exit tells why.
    child.stdin.on('error', () => undefined);
    const ended = new Promise<void>((resolve, reject) => {
      child.on('error', () => reject(absent(this.programs.ffmpeg)));
      child.on('close', (code) => (code === 0 ? resolve() : reject(refused(complaint))));
    });
    const fed = feed(child.stdin, chunks).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
    const [feeding, ending] = await Promise.allSettled([fed, ended]);
    clearTimeout(limit);
    if (feeding.status === 'rejected') throw feeding.reason as Error;
    if (ending.status === 'rejected') throw ending.reason as Error;
  }

  /** What plays in a file. Throws `PythonError` for one that can't be played. */
  async facts(path: string): Promise<PlayedFacts> {
    const asked = ['-show_streams', '-show_format', '-of', 'json', ...LOCAL, `file:${path}`];
    const text = await new Promise<string>((resolve, reject) => {
      const { ffprobe } = this.programs;
      execFile(ffprobe, ['-v', 'error', ...asked], (error, stdout, complaint) => {
        if (error === null) resolve(stdout);
        else reject(error.code === 'ENOENT' ? absent(ffprobe) : refused(complaint));
      });
    });
    return readFacts(JSON.parse(text) as Probed);
  }
}

interface ProbedStream {
  readonly codec_type?: string;
  readonly width?: number;
  readonly height?: number;
  readonly avg_frame_rate?: string;
}

interface Probed {
  readonly streams?: readonly ProbedStream[];
  readonly format?: { readonly duration?: string };
}

function readFacts({ streams = [], format }: Probed): PlayedFacts {
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  return {
    video: video ? readVideo(video) : null,
    hasSound: streams.some(({ codec_type }) => codec_type === 'audio'),
    seconds: Number(format?.duration ?? 0) || 0,
  };
}

function readVideo({ width = 0, height = 0, avg_frame_rate = '' }: ProbedStream) {
  const [frames = 0, seconds = 1] = avg_frame_rate.split('/').map(Number);
  return { width, height, fps: frames / seconds || 1 };
}

async function feed(stdin: NodeJS.WritableStream, chunks: AsyncIterable<Buffer>): Promise<void> {
  // Comes in place of `drain` when ffmpeg has ended.
  const closed = once(stdin, 'close').catch(() => undefined);
  for await (const chunk of chunks) {
    if (!stdin.writable) return;
    if (!stdin.write(chunk))
      await Promise.race([once(stdin, 'drain').catch(() => undefined), closed]);
  }
  stdin.end();
}

async function* nothing(): AsyncGenerator<Buffer> {
  // Nothing to feed.
}

const absent = (program: string): PythonError =>
  new PythonError(
    'NotImplementedError',
    `the simulator makes video and sound with ${program}, which this machine hasn't got`,
  );

function refused(complaint: string): PythonError {
  const words = complaint.trim().slice(0, LONGEST_COMPLAINT);
  return new PythonError('av.error.InvalidDataError', words === '' ? 'Invalid data' : words);
}
