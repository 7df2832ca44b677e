import { Injectable, Logger } from '@nestjs/common';
import { NodeAccess, type SubmitOutcome } from '../../providers/public/node-access';
import { NodeEvents } from '../../providers/public/node-events';
import { LiveJobsService } from '../feed/live-jobs.service';
import type { NodeVerdict } from '../public/job-queue';
import type { JobPayloadRow, JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';
import { JobStateService } from '../tracking/job-state.service';
import { InputStagingService } from './input-staging.service';

/** A submission whose outcome is not in the job's row yet. */
interface OpenSubmission {
  readonly verdict: Promise<NodeVerdict>;
  readonly done: Promise<void>;
}

/** What a node answered to one attempt. */
interface Submission {
  readonly outcome: SubmitOutcome;
  readonly attempt: number;
}

/**
 * Submits one job to its node. The row says `handing_over` before the POST leaves, so that after a kill at any instant
 * the job is looked up before it is sent again.
 */
@Injectable()
export class SubmissionService {
  private readonly log = new Logger(SubmissionService.name);
  private readonly open = new Map<string, OpenSubmission>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly jobs: JobsRepository,
    private readonly state: JobStateService,
    private readonly staging: InputStagingService,
    private readonly nodes: NodeAccess,
    private readonly events: NodeEvents,
    private readonly live: LiveJobsService,
  ) {}

  /** While this process is submitting the job, a lookup that doesn't find it on the node means nothing. */
  isInProgress(promptId: string): boolean {
    return this.open.has(promptId);
  }

  /** The verdict on a job that is being submitted; `null` for all others: their row has it. */
  verdictOf(promptId: string): Promise<NodeVerdict> | null {
    return this.open.get(promptId)?.verdict ?? null;
  }

  /** No further submission begins; ends uploads of input files, and resolves when the nodes have answered the others. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.open.values()].map(({ done }) => done));
  }

  /**
   * Requeues the jobs whose input files are no longer being uploaded: the process that uploaded them has ended, or the row
   * could not be written afterwards.
   */
  async requeueAbandoned(): Promise<void> {
    if (!(await this.jobs.load()).some(({ phase }) => phase === 'staging')) return;
    for (const { prompt_id } of await this.jobs.inPhases(['staging']))
      if (!this.isInProgress(prompt_id)) await this.state.apply(prompt_id, { kind: 'not_staged' });
  }

  /** Claims a job that was waiting for `provider` when it was read, and submits it. Resolves once it is claimed. */
  async claimAndSubmit(promptId: string, provider: string): Promise<void> {
    const payload = await this.jobs.payload(promptId);
    const kind = payload.inputs.length > 0 ? 'stage' : 'hand_over';
    const job = await this.state.apply(promptId, { kind });
    if (!job) return;
    // The job may have moved to another node since it was read, and its graph with it.
    const hasMoved = job.provider !== provider;
    this.submit(job, hasMoved ? await this.jobs.payload(promptId) : payload);
  }

  /** Submits a job whose row is claimed. While the service stops, the job is left to the next start. */
  submit(job: JobRow, payload: JobPayloadRow): void {
    if (this.stopping.signal.aborted) return;
    const { prompt_id: promptId } = job;
    const sent = this.send(job, payload);
    const done = sent
      .then((submission) => this.record(job, submission))
      .catch((error: unknown) => {
        this.log.error({ err: error, prompt_id: promptId }, 'job submission failed');
      })
      .finally(() => this.open.delete(promptId));
    // The verdict doesn't wait for the row: after a kill in between, the job is found on its node.
    const verdict = sent.then(
      (submission) => verdictOn(submission?.outcome),
      () => EXISTS,
    );
    this.open.set(promptId, { verdict, done });
  }

  /** @returns `null` when the input files did not reach the node */
  private async send(
    job: JobRow,
    { graph, inputs, request }: JobPayloadRow,
  ): Promise<Submission | null> {
    const { prompt_id: promptId, provider } = job;
    let { attempts: attempt } = job;
    if (inputs.length > 0) {
      const event = await this.staging.stage(provider, inputs, this.stopping.signal);
      const changed = await this.state.apply(promptId, event);
      if (!changed || event.kind !== 'hand_over') return null;
      attempt = changed.attempts;
    }
    this.live.begin(promptId, provider, graph);
    // Sent in the name of our socket, so that the node reports the job's progress to it.
    const clientId = this.events.clientId(provider);
    const previews = request['previews'] === true;
    const outcome = await this.nodes.submit(provider, { promptId, clientId, graph, previews });
    return { outcome, attempt };
  }

  private async record(job: JobRow, submission: Submission | null): Promise<void> {
    if (!submission) return;
    const { outcome, attempt } = submission;
    const { prompt_id, provider } = job;
    if (outcome.kind !== 'accepted') {
      const facts = { prompt_id, provider, outcome: outcome.kind };
      this.log.warn(facts, 'the node did not accept the job');
    }
    await this.state.apply(prompt_id, { kind: 'submit', outcome, attempt });
  }
}

const EXISTS: NodeVerdict = { ok: true };

/** Only a refusal by the node counts as failed; otherwise the job exists and will be submitted or looked up. */
function verdictOn(outcome: SubmitOutcome | undefined): NodeVerdict {
  switch (outcome?.kind) {
    case 'accepted': {
      const { number, nodeErrors } = outcome;
      return { ok: Object.keys(nodeErrors).length === 0, number, nodeErrors };
    }
    case 'refused':
      return { ok: false, nodeErrors: outcome.nodeErrors };
    case 'busy':
    case 'not_delivered':
    case 'uncertain':
    case undefined:
      return EXISTS;
  }
}
