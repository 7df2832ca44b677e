import { Logger } from '@nestjs/common';
import type { Clock } from '../../../platform/clock/clock';
import type { RenderRow } from '../records/render.entity';
import type { RendersRepository } from '../records/renders.repository';

/** How many characters at the end of a log are kept: the end says why a render failed. */
const MAX_LOG_LENGTH = 64 * 1024;
const WRITE_INTERVAL_MS = 1000;

/** The log and the progress of a render, written to its row about once a second. */
export class RenderJournal {
  private readonly logger = new Logger(RenderJournal.name);
  private log: string;
  /** Never decreases, although a new attempt starts an unfinished segment again. */
  private frames: number;
  private isChanged = true;

  /**
   * @param hidden texts that are replaced in the log: absolute paths by media paths
   */
  constructor(
    private readonly render: Pick<RenderRow, 'id' | 'log' | 'frames_done'>,
    private readonly rows: RendersRepository,
    private readonly clock: Clock,
    private readonly hidden: ReadonlyMap<string, string>,
  ) {
    this.log = render.log;
    this.frames = render.frames_done;
  }

  /** Adds a line to the log. */
  readonly append = (text: string): void => {
    let line = text;
    for (const [secret, name] of this.hidden) line = line.replaceAll(secret, name);
    this.log = `${this.log}${this.clock.timestamp()} ${line}\n`.slice(-MAX_LOG_LENGTH);
    this.isChanged = true;
  };

  /** Records how many frames are done. */
  readonly advance = (frames: number): void => {
    this.frames = Math.max(this.frames, frames);
    this.isChanged = true;
  };

  /**
   * Writes changes about once a second until the signal is aborted.
   * @param onEnded called when the render is no longer unfinished because it was cancelled or deleted
   */
  async writeRegularly(signal: AbortSignal, onEnded: () => void): Promise<void> {
    while (!signal.aborted) {
      if (!(await this.write())) {
        onEnded();
        return;
      }
      await this.clock.pause(WRITE_INTERVAL_MS, signal);
    }
  }

  /** @returns whether the render is unfinished, as far as the database answers */
  async write(): Promise<boolean> {
    if (!this.isChanged) return true;
    this.isChanged = false;
    const hasAdvanced = this.frames > this.render.frames_done;
    const columns = {
      frames_done: this.frames,
      log: this.log,
      ...(hasAdvanced ? { attempts: 0 } : {}),
    };
    try {
      return await this.rows.record(this.render.id, columns);
    } catch (error) {
      // Not a reason to stop the render: the next write contains everything of this one.
      this.isChanged = true;
      this.logger.warn({ err: error, render: this.render.id }, 'progress was not written');
      return true;
    }
  }
}
