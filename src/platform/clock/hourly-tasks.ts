import { setMaxListeners } from 'node:events';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Clock } from './clock';

const PERIOD_MS = 60 * 60 * 1000;
/** How long a stop waits for a running task. */
const STOP_MS = 5_000;

export interface HourlyTask {
  /** Completes "could not …" in the log: `delete expired links`. */
  readonly name: string;
  /** May end early when the signal is aborted: the service is about to end. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Runs the tasks that modules add in their constructors: at start, and again an hour after each run has ended. A failure is
 * logged, and the task runs again in an hour.
 */
@Injectable()
export class HourlyTasks implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(HourlyTasks.name);
  private readonly shutdown = new AbortController();
  private readonly tasks: HourlyTask[] = [];
  private running: readonly Promise<void>[] = [];

  constructor(private readonly clock: Clock) {}

  add(task: HourlyTask): void {
    this.tasks.push(task);
  }

  onApplicationBootstrap(): void {
    const { signal } = this.shutdown;
    // Each task that pauses adds one.
    setMaxListeners(this.tasks.length + 1, signal);
    this.running = this.tasks.map(({ name, run }) =>
      this.clock.repeat({
        signal,
        round: () => run(signal),
        pauseMs: () => PERIOD_MS,
        onFailure: (err) => this.logger.warn({ err }, `could not ${name}; trying again in an hour`),
      }),
    );
  }

  async onModuleDestroy(): Promise<void> {
    this.shutdown.abort();
    await this.clock.within(STOP_MS, Promise.all(this.running));
  }
}
