import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ConfigService } from '../../../platform/config/config.service';
import { SubmissionService } from '../dispatch/submission.service';
import type { JobRow } from '../records/job.entity';
import { JobStateService } from './job-state.service';
import type { JobPhase } from './job-state';
import { JobLookupService } from './job-lookup.service';
import { JobsRepository } from '../records/jobs.repository';

const ON_NODES: readonly JobPhase[] = ['handing_over', 'on_node', 'withdrawing'];

/** Memory for prompts that run; nodes also tell of such that aren't ours, and never of their end. */
const MOST_JOBS = 10_000;

/** Prompts of one node that are looked up at the same time. */
const AT_ONCE = 4;

/** Brings jobs that are on nodes and their rows together: round by round, and at once when a node says something. */
@Injectable()
export class PollingService {
  private readonly log = new Logger(PollingService.name);
  private readonly busyNodes = new Set<string>();
  /** Prompts of which a node told that they run, and that node: their rows know. */
  private readonly running = new LRUCache<string, string>({ max: MOST_JOBS });

  constructor(
    private readonly jobs: JobsRepository,
    private readonly state: JobStateService,
    private readonly lookups: JobLookupService,
    private readonly submission: SubmissionService,
    private readonly config: ConfigService,
  ) {}

  /** Before the first round: nodes inside this service begin with it, and have nothing of what they had. */
  async forgetEnded(): Promise<void> {
    const inside = this.config
      .current()
      .providers.filter(({ kind, base_url }) => kind === 'simulator' && base_url === null)
      .map(({ id }) => id);
    for (const { prompt_id, provider } of await this.jobs.inPhases(ON_NODES)) {
      if (!inside.includes(provider) || this.submission.isInProgress(prompt_id)) continue;
      await this.state.apply(prompt_id, { kind: 'node_ended_with_us' });
    }
  }

  /** Begins a look at every job on every node; a node that still keeps the last round waiting is left out. */
  async go(): Promise<void> {
    const byNode = new Map<string, JobRow[]>();
    for (const job of await this.jobs.inPhases(ON_NODES)) {
      if (this.submission.isInProgress(job.prompt_id)) continue;
      byNode.set(job.provider, [...(byNode.get(job.provider) ?? []), job]);
    }
    for (const [provider, jobs] of byNode) this.lookAt(provider, jobs);
  }

  /** The node is back, or new: where are its jobs? */
  lookAtNode(provider: string): void {
    this.jobs
      .inPhases(ON_NODES)
      .then((jobs) => {
        this.lookAt(
          provider,
          jobs.filter(
            (job) => job.provider === provider && !this.submission.isInProgress(job.prompt_id),
          ),
        );
      })
      .catch((error: unknown) => {
        this.log.error(
          { err: error, provider },
          'open jobs could not be read; the next round will',
        );
      });
  }

  lookSoon(job: JobRow): void {
    if (this.submission.isInProgress(job.prompt_id)) return;
    this.lookups.lookUp(job).catch((error: unknown) => {
      this.failed(job, error);
    });
  }

  /** The node's socket says that it works on the prompt. */
  async started(provider: string, promptId: string): Promise<void> {
    this.lookups.seen(promptId);
    if (this.running.get(promptId) === provider) return;
    this.running.set(promptId, provider);
    if (await this.isOn(provider, promptId)) await this.state.apply(promptId, { kind: 'started' });
  }

  /** The node's socket says that the prompt has ended. */
  async ended(provider: string, promptId: string): Promise<void> {
    if (!(await this.isOn(provider, promptId))) return;
    await this.lookups.ended({ prompt_id: promptId, provider });
  }

  /** The prompt is no longer on a node. */
  left(promptId: string): void {
    this.running.delete(promptId);
  }

  private lookAt(provider: string, jobs: readonly JobRow[]): void {
    if (jobs.length === 0 || this.busyNodes.has(provider)) return;
    this.busyNodes.add(provider);
    void this.lookInTurn([...jobs]).finally(() => {
      this.busyNodes.delete(provider);
    });
  }

  /** Never rejects: a job that can't be looked after (a full disk) must not keep the others from being. */
  private async lookInTurn(jobs: JobRow[]): Promise<void> {
    const worker = async (): Promise<void> => {
      for (let next = jobs.shift(); next; next = jobs.shift()) {
        const job = next;
        await this.lookAtJob(job).catch((error: unknown) => {
          this.failed(job, error);
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  /** Fails a job that has no end within `jobs.run_timeout`. @returns whether it did */
  async endIfOverdue(job: JobRow): Promise<boolean> {
    if (job.phase === 'withdrawing' || !this.lookups.isOverdue(job)) return false;
    const message = 'The job did not end within the time that jobs.run_timeout allows.';
    const error = { code: 'timeout', message };
    return (await this.state.apply(job.prompt_id, { kind: 'give_up', error })) !== null;
  }

  private async lookAtJob(job: JobRow): Promise<void> {
    if (!(await this.endIfOverdue(job))) await this.lookups.lookUp(job);
  }

  /**
   * Is the prompt ours, and that node's? Prompts of others are none of our business, and what a node says of a job that
   * has moved elsewhere since isn't true any more.
   */
  private async isOn(provider: string, promptId: string): Promise<boolean> {
    return (await this.state.row(promptId))?.provider === provider;
  }

  private failed({ prompt_id }: JobRow, error: unknown): void {
    this.log.error({ err: error, prompt_id }, 'a look at a job broke off; the next round follows');
  }
}
