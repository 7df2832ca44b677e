import { Injectable, Logger } from '@nestjs/common';
import { boundedCache } from '../../../platform/bounded-cache';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { Slots } from '../../../platform/slots';
import { groupBy } from '../../../platform/group-by';
import { NodeAccess, type NodeJob } from '../../providers/public/node-access';
import { isNodeError } from '../../providers/public/node-errors';
import { SubmissionService } from '../dispatch/submission.service';
import type { JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';
import { WithdrawalsRepository } from '../records/withdrawals.repository';
import type { JobPhase } from './job-state';
import { JobStateService } from './job-state.service';

const ON_NODE: readonly JobPhase[] = ['handing_over', 'on_node', 'withdrawing'];

/** Pauses before the lookups of a job that has ended but is not in its node's history yet. */
const END_LOOKUP_DELAYS_MS = [0, 20, 50, 150, 400];

/** Nodes also report foreign prompts, and never report that these finished. */
const MAX_PROMPTS = 10_000;

const MAX_PARALLEL_LOOKUPS_PER_NODE = 4;

/** How long a read waits for a lookup that it makes itself. */
const READ_LOOKUP_TIMEOUT_MS = 1_000;

type JobOnNode = Pick<JobRow, 'prompt_id' | 'provider' | 'attempts'>;

/**
 * Asks nodes where their jobs are and applies the answers to the jobs' rows: regularly for all jobs, and at once when a
 * node reports something. Lookups are the truth; events only make it known sooner.
 */
@Injectable()
export class PollingService {
  private readonly log = new Logger(PollingService.name);
  private readonly busyNodes = new Set<string>();
  /** One lookup per job at a time. */
  private readonly lookups = new Map<string, Promise<void>>();
  /** Reported ends that are being looked up: a node may repeat the report. */
  private readonly endings = new Map<string, Promise<void>>();
  /** When a job was last looked up (successfully or not) or reported by a node: monotonic time. */
  private readonly checkedAt = boundedCache<number>(MAX_PROMPTS);
  /** The node that reported a prompt as running, so that only its first report costs a read. */
  private readonly runningOn = boundedCache<string>(MAX_PROMPTS);

  constructor(
    private readonly jobs: JobsRepository,
    private readonly withdrawals: WithdrawalsRepository,
    private readonly state: JobStateService,
    private readonly nodes: NodeAccess,
    private readonly submission: SubmissionService,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /** At start: takes back the jobs of nodes inside this service, which have lost everything with the last process. */
  async requeueJobsOfInternalNodes(): Promise<void> {
    const internal = this.config
      .current()
      .providers.filter(({ kind, base_url }) => kind === 'simulator' && base_url === null)
      .map(({ id }) => id);
    await this.withdrawals.settleNodes(internal);
    for (const { prompt_id, provider } of await this.jobsOnNodes()) {
      if (!internal.includes(provider)) continue;
      await this.state.apply(prompt_id, { kind: 'embedded_node_ended' });
    }
  }

  /** Begins to look up every job that is on a node; skips nodes that have not answered the previous round. */
  async pollAll(): Promise<void> {
    const byNode = groupBy(await this.jobsOnNodes(), ({ provider }) => provider);
    for (const [provider, jobs] of byNode) void this.pollNode(provider, jobs);
  }

  /** A node has connected: looks up its jobs. */
  async nodeConnected(provider: string): Promise<void> {
    const jobs = await this.jobsOnNodes();
    await this.pollNode(
      provider,
      jobs.filter((job) => job.provider === provider),
    );
  }

  /** The node's socket reports that it works on the prompt. */
  async promptStarted(provider: string, promptId: string): Promise<void> {
    this.checkedAt.set(promptId, this.clock.monotonic());
    if (this.runningOn.get(promptId) === provider) return;
    this.runningOn.set(promptId, provider);
    const job = await this.jobOn(provider, promptId);
    if (job) await this.state.apply(promptId, { kind: 'started', attempt: job.attempts });
  }

  /** The node's socket reports the end of the prompt: looks it up until the node's history has it. */
  promptEnded(provider: string, promptId: string): Promise<void> {
    const current = this.endings.get(promptId);
    if (current) return current;
    const ending = this.untilEndIsSeen(provider, promptId).finally(() =>
      this.endings.delete(promptId),
    );
    this.endings.set(promptId, ending);
    return ending;
  }

  private async untilEndIsSeen(provider: string, promptId: string): Promise<void> {
    const job = await this.jobOn(provider, promptId);
    if (!job) return;
    for (const delayMs of END_LOOKUP_DELAYS_MS) {
      // A lookup that began before the end can't have seen it.
      await this.lookups.get(promptId);
      if (delayMs > 0) await this.clock.sleep(delayMs);
      const answer = await this.ask(job);
      if (answer === null || answer.state === 'finished') return;
    }
  }

  /** The prompt is no longer on a node. */
  promptLeft(promptId: string): void {
    this.runningOn.delete(promptId);
  }

  /** The row, looked up on its node first if it was not checked for `jobs.stale_read_ms`. */
  async fresh(job: JobRow): Promise<JobRow> {
    const isOnNode = job.phase === 'on_node' || job.phase === 'handing_over';
    const { stale_read_ms } = this.config.current().jobs;
    if (!isOnNode || this.age(job.prompt_id) <= stale_read_ms) return job;
    const lookup = this.lookUp(job, READ_LOOKUP_TIMEOUT_MS);
    await this.clock.within(READ_LOOKUP_TIMEOUT_MS, lookup);
    return (await this.jobs.find(job.prompt_id)) ?? job;
  }

  /** Milliseconds since the job was last checked, `Infinity` for never. */
  age(promptId: string): number {
    return this.clock.monotonic() - (this.checkedAt.get(promptId) ?? -Infinity);
  }

  /** Looks a job up, or joins the lookup in progress. Doesn't throw when the node fails to answer. */
  lookUp(job: JobOnNode, timeoutMs?: number): Promise<void> {
    const current = this.lookups.get(job.prompt_id);
    if (current) return current;
    const lookup = this.askAndWithdraw(job, timeoutMs).finally(() => {
      this.lookups.delete(job.prompt_id);
    });
    this.lookups.set(job.prompt_id, lookup);
    return lookup;
  }

  /** A lookup in the background. */
  lookUpSoon(job: JobOnNode): void {
    if (this.submission.isInProgress(job.prompt_id)) return;
    void this.logFailure(job, this.lookUp(job));
  }

  private async jobsOnNodes(): Promise<JobRow[]> {
    const jobs = await this.jobs.inPhases(ON_NODE);
    return jobs.filter(({ prompt_id }) => !this.submission.isInProgress(prompt_id));
  }

  private async pollNode(provider: string, jobs: readonly JobRow[]): Promise<void> {
    if (this.busyNodes.has(provider)) return;
    this.busyNodes.add(provider);
    const slots = new Slots(MAX_PARALLEL_LOOKUPS_PER_NODE);
    const checks = jobs.map((job) => slots.run(() => this.logFailure(job, this.check(job))));
    await Promise.all(checks).finally(() => this.busyNodes.delete(provider));
  }

  private async check(job: JobRow): Promise<void> {
    if (!(await this.state.failIfOverdue(job))) await this.lookUp(job);
  }

  /** Never rejects: one job that fails must not stop the others of its node. */
  private async logFailure({ prompt_id }: JobOnNode, work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => {
      this.log.error({ err: error, prompt_id }, 'a job lookup failed; the next round repeats it');
    });
  }

  private async askAndWithdraw(job: JobOnNode, timeoutMs?: number): Promise<void> {
    const answer = await this.ask(job, timeoutMs);
    if (answer?.state !== 'pending' && answer?.state !== 'running') return;
    if ((await this.jobs.find(job.prompt_id))?.phase !== 'withdrawing') return;
    await this.nodes.cancel(job.provider, job.prompt_id).catch((error: unknown) => {
      const facts = { err: error, prompt_id: job.prompt_id };
      this.log.debug(facts, 'a job could not be withdrawn from its node yet');
    });
  }

  /** @returns the node's answer, applied to the job's row; `null` when there was none */
  private async ask(job: JobOnNode, timeoutMs?: number): Promise<NodeJob | null> {
    const { prompt_id, provider, attempts: attempt } = job;
    const askedAt = this.clock.now();
    try {
      const node = await this.nodes.lookUp(provider, prompt_id, timeoutMs);
      if (node.state !== 'absent' || !this.submission.isInProgress(prompt_id)) {
        await this.state.apply(prompt_id, { kind: 'look_up', node, askedAt, attempt });
      }
      return node;
    } catch (error) {
      if (isNodeError(error)) this.log.debug({ err: error, prompt_id }, 'a lookup got no answer');
      else this.log.error({ err: error, prompt_id }, 'the answer to a lookup could not be saved');
      return null;
    } finally {
      this.checkedAt.set(prompt_id, this.clock.monotonic());
    }
  }

  /** The job, if it is on this node now. Ignores foreign prompts, and nodes that the job has left. */
  private async jobOn(provider: string, promptId: string): Promise<JobRow | null> {
    const job = await this.jobs.find(promptId);
    return job?.provider === provider ? job : null;
  }
}
