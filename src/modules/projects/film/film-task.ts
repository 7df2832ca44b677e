import { ProgramFailed } from '../../../platform/imaging/child-program';
import type { BackgroundFfmpeg } from '../../../platform/imaging/background-ffmpeg';
import type { FfmpegRun } from '../../../platform/imaging/ffmpeg-run';
import { DiskFull } from '../../../platform/errors/disk-full';
import { progressReader } from './ffmpeg-progress';
import type { Film } from './film';
import type { FilmSources } from './film-source';

/** A film to make. */
export interface FilmTask {
  /** Names its folder: a task with the id of an interrupted one continues with its files. */
  readonly id: string;
  readonly film: Film;
  readonly sources: FilmSources;
  /** The content of the captions' file: ASS if they are burned, SRT if they are soft. */
  readonly captions: string;
  /** Longer shots are made in several segments, so that little is lost when the task is stopped. */
  readonly segmentSeconds: number;
  /** The owner whose share of decoding slots pictures use. */
  readonly owner: string | null;
  /** Stops the task; its reason is thrown. */
  readonly signal: AbortSignal;
  /** Called before each segment. What it throws stops the task without the loss of an unfinished segment. */
  readonly beforeSegment: () => Promise<void>;
  /** Called with the number of frames of the film that are done. */
  readonly onFrames: (frames: number) => void;
  /** Called with lines for the log of the render. */
  readonly log: (line: string) => void;
}

/** A film can't be made. The message is for the owner of the project. */
export class FilmFailed extends Error {
  constructor(
    message: string,
    readonly code: 'render_failed' | 'ffmpeg_missing' = 'render_failed',
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Long enough for any run that makes progress. */
const BASE_TIMEOUT_MS = 10 * 60_000;
const TIMEOUT_MS_PER_FRAME = 2000;
const TIMEOUT_MS_PER_SECOND_OF_SOUND = 500;
/** How much of ffmpeg's messages in one run is kept: the end. */
const MAX_LOG_BYTES = 8192;
/** The rest of a longer line is left out. */
const MAX_LINE_LENGTH = 1000;

/** One run of ffmpeg for a film. */
export interface FilmRun {
  /** For the log and for messages: `shot 2 of scene 1`. */
  readonly what: string;
  readonly run: FfmpegRun;
  readonly timeoutMs: number;
  readonly onFrames?: (frames: number) => void;
}

/** For a run that draws frames. */
export const pictureTimeoutMs = (frames: number): number =>
  BASE_TIMEOUT_MS + frames * TIMEOUT_MS_PER_FRAME;

/** For a run that draws no frames. */
export const soundTimeoutMs = (seconds: number): number =>
  BASE_TIMEOUT_MS + seconds * TIMEOUT_MS_PER_SECOND_OF_SOUND;

/**
 * Runs ffmpeg for a film in its folder.
 * @returns what ffmpeg wrote to standard error, without its own `[info]`
 * @throws FilmFailed, DiskFull, the reason of the task's signal
 */
export async function runForFilm(
  ffmpeg: BackgroundFfmpeg,
  { task, folder }: { readonly task: FilmTask; readonly folder: string },
  { what, run, timeoutMs, onFrames = () => undefined }: FilmRun,
): Promise<string> {
  const messages = new Messages();
  task.log(what);
  try {
    await ffmpeg.run(run, {
      folder,
      timeoutMs,
      signal: task.signal,
      onOutput: progressReader(onFrames),
      onStderr: (chunk) => messages.add(chunk.toString()),
    });
    return messages.text();
  } catch (error) {
    throw error instanceof ProgramFailed ? failureOf(error, what, messages.text()) : error;
  } finally {
    const shown = messages.text().trim();
    if (shown !== '') task.log(shown);
  }
}

/**
 * The end of what ffmpeg writes, in whole lines: paths in them are replaced only if they are complete. Without its own
 * messages of the level `info`: they list the tags of its inputs, which are files of others.
 */
class Messages {
  private kept = '';
  private line = '';
  private isInfo = false;

  add(text: string): void {
    const lines = (this.line + text).split('\n');
    this.line = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH);
    for (const line of lines) {
      // Only a message begins so: names of tags may have line breaks.
      if (line.startsWith('[')) this.isInfo = line.startsWith('[info]');
      if (!this.isInfo) this.kept = endOf(`${this.kept}${line.slice(0, MAX_LINE_LENGTH)}\n`);
    }
  }

  /** Call it when ffmpeg has ended: its last line may have no line break. */
  text(): string {
    if (this.line !== '') this.add('\n');
    return this.kept;
  }
}

function endOf(text: string): string {
  if (text.length <= MAX_LOG_BYTES) return text;
  const end = text.slice(-MAX_LOG_BYTES);
  return end.slice(end.indexOf('\n') + 1);
}

function failureOf(error: ProgramFailed, what: string, messages: string): Error {
  if (/No space left on device|Disk quota exceeded/.test(messages)) return new DiskFull(error);
  if (error.isAbsent)
    return new FilmFailed(
      'ffmpeg is not installed on the server. Ask the operator to install it.',
      'ffmpeg_missing',
      error,
    );
  const why =
    error.exitCode === null
      ? 'ffmpeg was stopped: it took too much time or memory'
      : 'ffmpeg reported an error, which the log of the render shows';
  return new FilmFailed(`Making ${what} failed: ${why}.`, 'render_failed', error);
}
