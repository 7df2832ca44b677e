import { Injectable, Logger } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { Clock } from '../../../platform/clock/clock';
import { SubmissionService } from './submission.service';
import { WaitingJobsRepository } from '../queue/waiting-jobs.repository';
import { KeyedMutex } from '../../../platform/keyed-mutex';
import { NodeReadiness } from './node-readiness.service';

/**
 * Decides which job goes to its node next. Only a few lie on a node at a time; the rest wait in our database, where
 * they can be counted, cancelled and, if their node was our choice, moved.
 */
@Injectable()
export class DispatcherService {
  private readonly log = new Logger(DispatcherService.name);
  private readonly passes = new KeyedMutex();
  /** Passes that have not begun, by node. */
  private readonly coming = new Map<string, Promise<void>>();
  private running = false;

  constructor(
    private readonly queues: WaitingJobsRepository,
    private readonly readiness: NodeReadiness,
    private readonly submission: SubmissionService,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.running = true;
  }

  /** No new hand-over begins; resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.running = false;
    await this.submission.stop();
  }

  /**
   * Hands over as many waiting jobs of a node as it has free slots, one owner after the other. Passes of one node
   * follow one another; whoever asks for one that hasn't begun yet joins it, since it will see what they have written.
   * @returns once the jobs are claimed in their rows, not once the node has answered.
   */
  pass(provider: string): Promise<void> {
    const coming = this.coming.get(provider);
    if (coming) return coming;
    const mine = this.passes.run(provider, () => {
      this.coming.delete(provider);
      return this.fill(provider);
    });
    this.coming.set(provider, mine);
    return mine;
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

  /** How many jobs may lie on a node now; none while it can't be given work, or we don't give any. */
  async slots(provider: string): Promise<number> {
    if (!this.running || !(await this.readiness.isReady(provider))) return 0;
    return this.config.current().jobs.handed_over_per_node;
  }

  private async fill(provider: string): Promise<void> {
    const slots = await this.slots(provider);
    for (let tries = 0; tries < slots; tries += 1) {
      // Who waits is read before what is held: a new job that takes a slot in between then counts.
      const next = await this.queues.next(provider, this.clock.now());
      if (next === null || (await this.queues.countHandedOver(provider)) >= slots) return;
      await this.submission.claimAndSubmit(next, provider);
    }
  }
}
