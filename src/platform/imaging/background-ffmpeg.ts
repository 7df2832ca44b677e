import { Injectable } from '@nestjs/common';
import { type FfmpegRun, runFfmpeg } from './ffmpeg-run';

const MAX_MEMORY_BYTES = 3 * 1024 * 1024 * 1024;

/** Where and for how long a run works, and who hears of it. */
export interface BackgroundRun {
  /** The folder that it runs in. */
  readonly folder: string;
  readonly timeoutMs: number;
  /** Kills ffmpeg; its reason is thrown. */
  readonly signal: AbortSignal;
  /** Gets standard output as it comes. */
  readonly onOutput: (chunk: Buffer) => void;
  /** Gets standard error as it comes. */
  readonly onStderr: (chunk: Buffer) => void;
}

/** Runs ffmpeg for minutes or hours, with the lowest priority. */
@Injectable()
export class BackgroundFfmpeg {
  /** @param program name of the binary; tests name one that doesn't exist */
  constructor(private readonly program = 'ffmpeg') {}

  /** @throws ProgramFailed, the signal's reason */
  async run(run: FfmpegRun, options: BackgroundRun): Promise<void> {
    const limits = { maxBytes: 0, maxMemoryBytes: MAX_MEMORY_BYTES, isBackground: true };
    await runFfmpeg(this.program, run, { ...limits, ...options });
  }
}
