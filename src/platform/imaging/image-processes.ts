import { ShuttingDown } from '../http/http.errors';
import { ImageProcess, type ImageWorkLimits } from './image-process';
import { DecodingBrokeDown } from './imaging.errors';
import type { ImageAnswer, ImageWork } from './image-work';

/** A process is replaced after so many jobs, and when it has held more memory, which it may never give back. */
const MAX_JOBS = 500;
const MAX_KEPT_BYTES = 256 * 1024 * 1024;
const IDLE_MS = 30_000;

/** Processes that decode pictures: started on demand, reused, and ended when they were idle for a while. */
export class ImageProcesses {
  private readonly all = new Set<ImageProcess>();
  private readonly idle: ImageProcess[] = [];
  private idleTimer: NodeJS.Timeout | undefined;
  private isDraining = false;
  /** The most memory that one of them has held at the end of a piece of work, in bytes. */
  peakBytes = 0;

  /** Processes that run now. */
  get count(): number {
    return this.all.size;
  }

  /** Their process ids. */
  get pids(): readonly number[] {
    return [...this.all].map(({ pid }) => pid);
  }

  /**
   * Work whose process dies within the limits is done once more in a new process: something else may have ended it. The
   * caller limits how many pieces of work run at once. @throws MediaTooCostly, ShuttingDown
   */
  async run(work: ImageWork, limits: ImageWorkLimits): Promise<ImageAnswer> {
    try {
      return await this.runIn(() => this.next(), work, limits);
    } catch (error) {
      if (!(error instanceof DecodingBrokeDown)) throw error;
      return this.runIn(() => this.start(), work, limits);
    }
  }

  private async runIn(
    take: () => ImageProcess,
    work: ImageWork,
    limits: ImageWorkLimits,
  ): Promise<ImageAnswer> {
    if (this.isDraining) throw new ShuttingDown();
    const process = take();
    try {
      const answer = await process.run(work, limits);
      this.peakBytes = Math.max(this.peakBytes, answer.peakBytes);
      return answer;
    } finally {
      this.putBack(process);
    }
  }

  /** Finishes what was begun; further work is refused. */
  drain(): void {
    this.isDraining = true;
  }

  /** Ends all processes; what they were doing fails, and further work is refused. */
  close(): void {
    this.drain();
    clearTimeout(this.idleTimer);
    for (const process of this.all) process.end();
    this.all.clear();
    this.idle.length = 0;
  }

  private next(): ImageProcess {
    for (let process = this.idle.pop(); process; process = this.idle.pop()) {
      if (process.isAlive) return process;
      this.all.delete(process);
    }
    return this.start();
  }

  private start(): ImageProcess {
    const process = new ImageProcess();
    this.all.add(process);
    return process;
  }

  private putBack(process: ImageProcess): void {
    const isSpent = process.finishedJobs >= MAX_JOBS || process.peakBytes > MAX_KEPT_BYTES;
    if (isSpent || !process.isAlive) {
      process.end();
      this.all.delete(process);
    } else {
      this.idle.push(process);
    }
    this.idleTimer ??= setTimeout(() => this.endIdle(), IDLE_MS).unref();
    this.idleTimer.refresh();
  }

  private endIdle(): void {
    for (const process of this.idle.splice(0)) {
      process.end();
      this.all.delete(process);
    }
  }
}
