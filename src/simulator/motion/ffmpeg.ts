import { open } from 'node:fs/promises';
import { type ChildLimits, ProgramFailed } from '../../platform/imaging/child-program';
import { DEMUXER_HEAD_BYTES, demuxerOf } from '../../platform/imaging/demuxer';
import {
  type FfmpegRun,
  type MediaFile,
  runFfmpeg,
  runFfprobe,
} from '../../platform/imaging/ffmpeg-run';
import { PythonError } from '../wire/python';

/** Picture size and rate, sound and length of a media file. */
export interface MediaFacts {
  readonly video: { readonly width: number; readonly height: number; readonly fps: number } | null;
  readonly hasSound: boolean;
  /** Length in seconds. */
  readonly seconds: number;
}

/** A longer run counts as hung. ffmpeg writes files here, so its standard output is almost empty. */
const RUN_LIMITS: ChildLimits = {
  timeoutMs: 15 * 60_000,
  maxBytes: 64 * 1024,
  maxMemoryBytes: 3 * 1024 ** 3,
};
const PROBE_LIMITS: ChildLimits = {
  timeoutMs: 20_000,
  maxBytes: 4 * 1024 * 1024,
  maxMemoryBytes: 1024 ** 3,
};
/** Maximum length of ffmpeg's message in an error, in letters. */
const MAX_MESSAGE_LETTERS = 600;

/**
 * Makes real video and sound files with the machine's ffmpeg and ffprobe. Without them, graph nodes that need them fail
 * with an error that says so.
 */
export class Ffmpeg {
  /** @param programs names of the binaries; tests name some that don't exist */
  constructor(private readonly programs = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }) {}

  /** Detects the file's format from its content, not its name. Throws `PythonError` for what isn't sound or video. */
  async detect(path: string): Promise<MediaFile> {
    const demuxer = demuxerOf(await headOf(path));
    if (demuxer === undefined) throw ffmpegError('Invalid data found when processing input');
    return { kind: 'file', path, demuxer };
  }

  /** Runs ffmpeg until it ends or `signal` aborts. Throws `PythonError`, as a real node does for a bad file. */
  async run(job: FfmpegRun, signal?: AbortSignal): Promise<void> {
    const limits = signal ? { ...RUN_LIMITS, signal } : RUN_LIMITS;
    await withPythonErrors(runFfmpeg(this.programs.ffmpeg, job, limits));
  }

  /** Throws `PythonError` for a file that can't be played. */
  async facts(file: MediaFile): Promise<MediaFacts> {
    return readFacts(
      (await withPythonErrors(runFfprobe(this.programs.ffprobe, file, PROBE_LIMITS))) as Probed,
    );
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(DEMUXER_HEAD_BYTES));
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Turns ffmpeg's failures into the errors that a real node shows. */
async function withPythonErrors<T>(run: Promise<T>): Promise<T> {
  try {
    return await run;
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    throw error.isAbsent ? missingProgramError(error.program) : ffmpegError(error.stderr);
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

function readFacts({ streams = [], format }: Probed): MediaFacts {
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

const missingProgramError = (program: string): PythonError =>
  new PythonError(
    'NotImplementedError',
    `the simulator makes video and sound with ${program}, which this machine doesn't have`,
  );

function ffmpegError(complaint: string): PythonError {
  const excerpt = complaint.trim().slice(0, MAX_MESSAGE_LETTERS);
  return new PythonError('av.error.InvalidDataError', excerpt === '' ? 'Invalid data' : excerpt);
}
