import { Injectable, Logger } from '@nestjs/common';
import { ConfigService } from '../../platform/config/config.service';
import { Clock } from '../../platform/clock/clock';
import { HandOver } from './hand-over.service';
import type { JobRow } from './job.entity';
import { HANDED_OVER } from './job-state';
import { JobsRepository } from './jobs.repository';
import { KeyedMutex } from './keyed-mutex';
import { NodeReadiness } from './node-readiness.service';

/**
 * Decides which job goes to its node next. Only a few lie on a node at a time; the rest wait in our database, where
 * they can be counted, cancelled and, if their node was our choice, moved.
 */
@Injectable()
export class Dispatcher {
  private readonly log = new Logger(Dispatcher.name);
  private readonly passes = new KeyedMutex();
  private running = false;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly readiness: NodeReadiness,
    private readonly handOver: HandOver,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.running = true;
  }

  /** No new hand-over begins; resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.running = false;
    await this.handOver.settled();
  }

  /**
   * Hands over as many waiting jobs of a node as it has free slots. Passes of one node follow one another.
   * @returns once the jobs are claimed in their rows, not once the node has answered.
   */
  async pass(provider: string): Promise<void> {
    await this.passes.run(provider, async () => {
      for (const job of await this.due(provider)) await this.handOver.begin(job);
    });
  }

  /** A pass that nobody waits for. */
  wake(provider: string): void {
    this.pass(provider).catch((error: unknown) => {
      this.log.error(
        { err: error, provider },
        'the queue could not be read; the next pass tries again',
      );
    });
  }

  private async due(provider: string): Promise<JobRow[]> {
    if (!this.running || !(await this.readiness.isReady(provider))) return [];
    const slots = this.config.current().jobs.handed_over_per_node;
    const free = slots - (await this.jobs.countIn(provider, HANDED_OVER));
    return free > 0 ? this.jobs.nextWaiting(provider, this.clock.now(), free) : [];
  }
}
