import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { KeyedPasses } from '../../../platform/keyed-passes';
import { DiskSpace } from '../../media/public/disk-space';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { WaitingJobsRepository } from '../queue/waiting-jobs.repository';
import { JobsRepository } from '../records/jobs.repository';
import { SubmissionService } from './submission.service';

/**
 * Decides which job is submitted to its node next. A node holds only a few jobs at a time; the others wait in our
 * database, where they can be counted, cancelled and, if we chose their node, moved.
 */
@Injectable()
export class DispatcherService {
  private readonly log = new Logger(DispatcherService.name);
  private readonly passes = new KeyedPasses((provider) => this.fill(provider));
  private running = false;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly queue: WaitingJobsRepository,
    private readonly submission: SubmissionService,
    private readonly providers: ProviderDirectory,
    private readonly disk: DiskSpace,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /** Begins to submit jobs. */
  async start(): Promise<void> {
    await this.submission.requeueAbandoned();
    this.running = true;
  }

  /** No new submission begins; resolves when the open ones have ended. */
  async stop(): Promise<void> {
    this.running = false;
    await this.submission.stop();
  }

  /**
   * Submits as many waiting jobs of a node as it has free slots, one owner after the other. Passes of one node follow
   * one another.
   * @returns once the jobs are claimed in their rows, not once the node has answered
   */
  pass(provider: string): Promise<void> {
    return this.passes.run(provider);
  }

  /** A pass in the background. */
  wake(provider: string): void {
    this.pass(provider).catch((error: unknown) => {
      this.log.error({ err: error, provider }, 'dispatching failed; the next pass tries again');
    });
  }

  /** Wakes every node that jobs wait for. */
  async wakeAll(): Promise<void> {
    await this.submission.requeueAbandoned();
    const waiting = (await this.jobs.load()).filter(({ phase }) => phase === 'waiting');
    for (const provider of new Set(waiting.map((group) => group.provider))) this.wake(provider);
  }

  /** How many jobs the node may hold now: 0 while it is offline, our disk is full or the service stops. */
  slots(provider: string): number {
    if (!this.running || this.providers.get(provider)?.status !== 'online') return 0;
    return this.disk.hasFreeSpace() ? this.config.current().jobs.handed_over_per_node : 0;
  }

  private async fill(provider: string): Promise<void> {
    const slots = this.slots(provider);
    for (let submitted = 0; submitted < slots; submitted += 1) {
      // Read before the taken slots are counted, so that a new job which takes a slot in between is counted too.
      const next = await this.queue.next(provider, this.clock.now());
      if (next === null || (await this.queue.countHandedOver(provider)) >= slots) return;
      await this.submission.claimAndSubmit(next, provider);
    }
  }
}
