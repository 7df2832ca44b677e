import { type ChildProcess, fork } from 'node:child_process';
import { constants } from 'node:os';
import { lowerPriority } from './child-priority';
import type { ImageAnswer, ImageWork } from './image-work';
import { DecodingBrokeDown, MediaTooCostly } from './imaging.errors';
import { endFirstWithoutMemory, processorMs, watchMemory } from './process-memory.store';

/** Limits of one piece of work. */
export interface ImageWorkLimits {
  /** Processor time, so that a busy machine costs no picture; elsewhere than on Linux the time that passes. */
  readonly timeoutMs: number;
  /** Resident memory of the process; measured on Linux only. */
  readonly maxBytes: number;
}

/** JavaScript hardly uses memory there: pixels live outside of its heap. */
const MAX_HEAP_MB = 64;

/** For a process that gets no processor time: it is stopped, or waits for a disk that doesn't answer. */
const MAX_WAIT_MS = 10 * 60_000;

/** A child process that decodes pictures. It has no secrets: its environment is empty. */
export class ImageProcess {
  private readonly child: ChildProcess;
  private failure: Error | null = null;
  private hasEnded = false;
  private jobs = 0;
  private peak = 0;

  constructor() {
    this.child = fork(require.resolve('./image-worker'), [], {
      execArgv: [...process.execArgv, `--max-old-space-size=${MAX_HEAP_MB}`],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.child.on('error', (error) => (this.failure = error));
    endFirstWithoutMemory(this.pid);
    // Requests come first: on two cores, each of twenty submits in a row took a sixth longer.
    lowerPriority(this.child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  }

  /** Its process id; 0 when it couldn't be started. */
  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.child.connected && !this.hasEnded;
  }

  /** Pieces of work that it has finished. */
  get finishedJobs(): number {
    return this.jobs;
  }

  /** The most memory that it has held, in bytes. */
  get peakBytes(): number {
    return this.peak;
  }

  /** One at a time. @throws MediaTooCostly when a limit is reached, DecodingBrokeDown when the process dies: it has ended then */
  async run(work: ImageWork, { timeoutMs, maxBytes }: ImageWorkLimits): Promise<ImageAnswer> {
    const { child } = this;
    this.keepAwake(true);
    let giveUp: (error: Error) => void = () => undefined;
    const cutOff = (why: string): void => giveUp(new MediaTooCostly(why));
    const endTimer = this.limitTime(timeoutMs, (ms) => cutOff(`it took more than ${ms / 1000} s`));
    const endWatch = watchMemory(this.pid, maxBytes, () =>
      cutOff(`it took more than ${Math.round(maxBytes / 1e6)} MB of memory`),
    );
    const onExit = (): void => giveUp(this.failure ?? new DecodingBrokeDown());
    try {
      const answer = await new Promise<ImageAnswer>((resolve, reject) => {
        giveUp = reject;
        child.once('message', resolve as (message: unknown) => void);
        child.once('close', onExit);
        // A process that has ended says so by its exit.
        child.send(work, () => undefined);
      });
      this.jobs += 1;
      this.peak = answer.peakBytes;
      this.keepAwake(false);
      return answer;
    } catch (error) {
      this.end();
      throw error;
    } finally {
      endTimer();
      endWatch();
      child.removeAllListeners('message');
      child.off('close', onExit);
    }
  }

  /** Calls `onExcess` with the limit that is reached. The returned function ends the watch. */
  private limitTime(timeoutMs: number, onExcess: (limitMs: number) => void): () => void {
    const usedBefore = processorMs(this.pid) ?? 0;
    const wait = setTimeout(() => onExcess(MAX_WAIT_MS), MAX_WAIT_MS);
    const check = (): void => {
      const used = processorMs(this.pid);
      const left = used === null ? 0 : timeoutMs - (used - usedBefore);
      if (left <= 0) onExcess(timeoutMs);
      else timer = setTimeout(check, left);
    };
    let timer = setTimeout(check, timeoutMs);
    return () => {
      clearTimeout(wait);
      clearTimeout(timer);
    };
  }

  end(): void {
    this.hasEnded = true;
    this.child.kill('SIGKILL');
    this.keepAwake(false);
  }

  /** Whether the service's process stays alive for this one. */
  private keepAwake(awake: boolean): void {
    const call = awake ? 'ref' : 'unref';
    this.child[call]();
    this.child.channel?.[call]();
  }
}
