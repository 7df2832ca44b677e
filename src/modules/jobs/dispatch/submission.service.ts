import { Injectable, Logger } from '@nestjs/common';
import type { SubmitOutcome } from '../../providers/public/node-access';
import { InputStagingService } from './input-staging.service';
import { JobStateService } from '../tracking/job-state.service';
import type { JobPayloadRow, JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';
import { PromptSender } from './prompt-sender.service';
import { Verdicts } from './verdicts';

/**
 * One job's step from our queue to its node. The row says `handing_over` before the POST leaves, so that a kill at any
 * instant leaves a job that is looked for before it is sent again.
 */
@Injectable()
export class SubmissionService {
  private readonly log = new Logger(SubmissionService.name);
  private readonly inHand = new Map<string, Promise<void>>();
  private readonly verdicts = new Verdicts();
  private stopping = false;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly state: JobStateService,
    private readonly staging: InputStagingService,
    private readonly sender: PromptSender,
  ) {}

  /** Is the POST under way in this process? Then "absent" means nothing yet. */
  isInProgress(promptId: string): boolean {
    return this.inHand.has(promptId);
  }

  /** The node's word on a prompt that is in hand; `null` otherwise. */
  verdict(promptId: string): ReturnType<Verdicts['awaited']> {
    return this.verdicts.awaited(promptId);
  }

  /** No further hand-over begins; resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.inHand.values());
  }

  /** Claims a job that waited for `provider` when it was read, and hands it over; resolves once it is claimed. */
  async claimAndSubmit(promptId: string, provider: string): Promise<void> {
    const payload = await this.jobs.payload(promptId);
    const first = payload.inputs.length > 0 ? 'stage' : 'hand_over';
    const job = await this.state.apply(promptId, { kind: first });
    if (!job) return;
    // It may have moved to another node since it was read, and its graph with it.
    const isMoved = job.provider !== provider;
    this.submit(job, isMoved ? await this.jobs.payload(promptId) : payload);
  }

  /** Hands over a job whose row is claimed. Whatever is not begun any more is looked for by the next start. */
  submit(job: JobRow, payload: JobPayloadRow): void {
    if (this.stopping) return;
    const { prompt_id: promptId } = job;
    this.verdicts.expect(promptId);
    const done = this.complete(job, payload)
      .catch((error: unknown) => {
        this.log.error({ err: error, prompt_id: promptId }, 'a hand-over broke off');
      })
      .finally(() => {
        this.inHand.delete(promptId);
        this.verdicts.close(promptId);
      });
    this.inHand.set(promptId, done);
  }

  private async complete(job: JobRow, payload: JobPayloadRow): Promise<void> {
    const { prompt_id: promptId, provider } = job;
    if (payload.inputs.length > 0) {
      const fact = await this.staging.stage(provider, payload.inputs);
      if (!(await this.state.apply(promptId, fact)) || fact.kind !== 'hand_over') return;
    }
    const outcome = await this.sender.send(job, payload.graph);
    // Told before it is written: a kill in between finds the job on its node by looking.
    this.verdicts.tell(promptId, outcome);
    this.note(job, outcome);
    await this.state.apply(promptId, { kind: 'submit', outcome });
  }

  private note(job: JobRow, outcome: SubmitOutcome): void {
    if (outcome.kind === 'accepted') return;
    const facts = { prompt_id: job.prompt_id, provider: job.provider, outcome: outcome.kind };
    this.log.warn(facts, 'a hand-over was not accepted');
  }
}
