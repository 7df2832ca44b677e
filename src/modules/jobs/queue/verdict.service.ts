import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { messageRedactorFor } from '../../providers/public/redact-messages';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { DispatcherService } from '../dispatch/dispatcher.service';
import { SubmissionService } from '../dispatch/submission.service';
import type { NodeVerdict, Verdict } from '../public/job-queue';
import { JobNotFound } from '../public/job-reader';
import { JobOutlookService } from '../reading/job-outlook.service';
import type { JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';

/** What the request that made a job is answered. */
@Injectable()
export class VerdictService {
  private readonly log = new Logger(VerdictService.name);

  constructor(
    private readonly jobs: JobsRepository,
    private readonly dispatcher: DispatcherService,
    private readonly submission: SubmissionService,
    private readonly outlooks: JobOutlookService,
    private readonly providers: ProviderDirectory,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /** The job exists: when the node's verdict takes too long, the request is answered without it. */
  async of(caller: Caller, promptId: string): Promise<Verdict> {
    const job = await this.find(promptId);
    const { submit_wait_ms } = this.config.current().jobs;
    const pending = this.submission.verdictOf(job.prompt_id) ?? this.dispatched(job);
    const [outcome] = await Promise.all([
      this.clock.within(submit_wait_ms, pending),
      // In parallel: the answer contains it, and what it reads is cached until a job changes.
      this.outlooks.outlook(job),
    ]);
    const verdict = outcome ?? { ok: true };
    const now = await this.find(promptId);
    return {
      ...this.redacted(caller, verdict),
      ...(await this.outlooks.outlook(now)),
      // The row of a refused job is written after the verdict.
      status: verdict.ok ? now.status : 'failed',
      provider: now.provider,
    };
  }

  /**
   * As {@link of}, for a job that was just written. What can't be read is left out: after an error the caller would send the
   * request again, which makes a second job.
   */
  async ofNew(caller: Caller, { prompt_id, status, provider }: JobRow): Promise<Verdict> {
    try {
      return await this.of(caller, prompt_id);
    } catch (error) {
      this.log.warn(
        { err: error, prompt_id },
        'a new job is answered without its place in the queue',
      );
      this.dispatcher.wake(provider);
      return { ok: true, status, provider, queuePosition: null, etaSeconds: null };
    }
  }

  private async find(promptId: string): Promise<JobRow> {
    const job = await this.jobs.find(promptId);
    if (!job) throw new JobNotFound();
    return job;
  }

  private redacted(caller: Caller, verdict: NodeVerdict): NodeVerdict {
    if (!verdict.nodeErrors) return verdict;
    const addresses = this.providers.list().map(({ base_url }) => base_url);
    const nodeErrors = messageRedactorFor(caller, addresses).errors(verdict.nodeErrors);
    return { ...verdict, nodeErrors };
  }

  /** After a pass of the dispatcher, the job is being submitted, or it is still another owner's turn. */
  private async dispatched({ prompt_id, provider }: JobRow): Promise<NodeVerdict> {
    await this.dispatcher.pass(provider);
    return this.submission.verdictOf(prompt_id) ?? verdictInRow(await this.jobs.find(prompt_id));
  }
}

function verdictInRow(job: JobRow | null): NodeVerdict {
  if (job?.error?.code === 'node_refused') {
    return { ok: false, ...(job.node_errors ? { nodeErrors: job.node_errors } : {}) };
  }
  return job?.number == null ? { ok: true } : { ok: true, number: job.number, nodeErrors: {} };
}
