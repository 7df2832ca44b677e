import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { AppError } from '../../../platform/errors/app-error';
import { DiskFull } from '../../../platform/errors/disk-full';
import { NodeAccess, type NodeJob } from '../../providers/public/node-access';
import { SubmissionService } from '../dispatch/submission.service';
import type { JobRow } from '../records/job.entity';
import { JobStateService } from './job-state.service';

/** Look-ups after a node's "it has ended" whose history isn't written yet. Milliseconds before each. */
const AFTER_END = [0, 20, 50, 150, 400];

/** Memory for when jobs were looked at; nodes also tell of prompts that aren't ours. Forgotten means never. */
const MOST_JOBS = 10_000;

/**
 * Asks nodes where jobs are: the truth, which events only make fast. Look-ups of one job are single-flight; a node
 * that doesn't answer delays nobody else's.
 */
@Injectable()
export class JobLookupService {
  private readonly log = new Logger(JobLookupService.name);
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly tried = new LRUCache<string, number>({ max: MOST_JOBS });

  constructor(
    private readonly state: JobStateService,
    private readonly nodes: NodeAccess,
    private readonly submission: SubmissionService,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /** Milliseconds since the job was last looked up (or a look-up was tried), `Infinity` when never. */
  age(promptId: string): number {
    const at = this.tried.get(promptId);
    return at === undefined ? Infinity : this.clock.monotonic() - at;
  }

  /** Whatever told us of the job counts as a look at it. */
  seen(promptId: string): void {
    this.tried.set(promptId, this.clock.monotonic());
  }

  /** Looks a job up and tells the ledger. Joins a look-up that is under way. Never throws for the node's sake. */
  lookUp(job: Pick<JobRow, 'prompt_id' | 'provider'>, timeoutMs?: number): Promise<void> {
    const running = this.underWay.get(job.prompt_id);
    if (running) return running;
    const mine = this.look(job, timeoutMs).finally(() => {
      this.underWay.delete(job.prompt_id);
    });
    this.underWay.set(job.prompt_id, mine);
    return mine;
  }

  /** The node says that the job has ended: look until its history shows it. */
  async ended(job: Pick<JobRow, 'prompt_id' | 'provider'>): Promise<void> {
    for (const delay of AFTER_END) {
      // One that began before the end can't have seen it.
      await this.underWay.get(job.prompt_id);
      if (delay > 0) await this.clock.sleep(delay);
      const node = await this.ask(job);
      if (node === null) return;
      if (node.state === 'finished') return;
    }
  }

  private async look(
    job: Pick<JobRow, 'prompt_id' | 'provider'>,
    timeoutMs?: number,
  ): Promise<void> {
    const node = await this.ask(job, timeoutMs);
    if (node?.state === 'pending' || node?.state === 'running') await this.withdraw(job);
  }

  /** @returns the node's word, already told to the ledger; `null` when it gave none. */
  private async ask(
    job: Pick<JobRow, 'prompt_id' | 'provider'>,
    timeoutMs?: number,
  ): Promise<NodeJob | null> {
    const askedAt = this.clock.now();
    try {
      const node = await this.nodes.lookUp(job.provider, job.prompt_id, timeoutMs);
      if (node.state !== 'absent' || !this.submission.isInProgress(job.prompt_id)) {
        await this.state.apply(job.prompt_id, { kind: 'look_up', node, askedAt });
      }
      return node;
    } catch (error) {
      const facts = { err: error, prompt_id: job.prompt_id };
      const isNodes = error instanceof AppError && !(error instanceof DiskFull);
      if (isNodes) this.log.debug(facts, 'a look-up gave no answer');
      else this.log.error(facts, 'what a look-up found could not be kept');
      return null;
    } finally {
      this.seen(job.prompt_id);
    }
  }

  /** A job that ended for its caller is still on its node: take it off. */
  private async withdraw(job: Pick<JobRow, 'prompt_id' | 'provider'>): Promise<void> {
    const phase = await this.state.phase(job.prompt_id);
    if (phase !== 'withdrawing') return;
    try {
      await this.nodes.cancel(job.provider, job.prompt_id);
    } catch (error) {
      this.log.debug({ err: error, prompt_id: job.prompt_id }, 'a job could not be withdrawn yet');
    }
  }

  /** A job without an end, by its row: milliseconds since it was accepted or handed over. */
  isOverdue(job: JobRow): boolean {
    const since = job.accepted_at ?? job.handed_over_at;
    const limit = this.config.current().jobs.run_timeout * 1000;
    return since !== null && this.clock.now() - since > limit;
  }
}
