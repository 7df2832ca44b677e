import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import {
  IdempotencyService,
  type RepeatableRequest,
} from '../../../platform/http/idempotency.service';
import { JobQueue, type WithNewJob } from '../../jobs/public/job-queue';
import { JobReader } from '../../jobs/public/job-reader';
import type { ImageGenerateDto } from '../dto/image-generate.dto';
import type { VideoGenerateDto } from '../dto/video-generate.dto';
import { MisfitLorasService } from '../plan/misfit-loras.service';
import {
  type GenerationKind,
  GenerationPlanner,
  type GenerationRequest,
  type Loc,
} from '../public/generation-planner';
import { RequestHistory, usedIn } from '../public/request-history';
import {
  type Answers,
  DRY_RUN_ANSWERS,
  answeredJobOfPlan,
  answeredJobOfRow,
  SUBMIT_ANSWERS,
} from './generate-answers';

/** Options for a request that is part of another request's body. */
export interface SubmissionOptions {
  /** Where the request is in the body that was sent. */
  readonly at?: Loc;
  /** Written in the transaction that creates the job. */
  readonly also?: WithNewJob;
}

/** Turns generate requests into jobs: plan, queue, answer. */
@Injectable()
export class GenerationService {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly planner: GenerationPlanner,
    private readonly misfits: MisfitLorasService,
    private readonly queue: JobQueue,
    private readonly jobs: JobReader,
    private readonly history: RequestHistory,
  ) {}

  /** Throws what {@link submit} throws, and `IdempotencyMismatch` (409). */
  async generate<K extends GenerationKind>(
    caller: Caller,
    kind: K,
    body: ImageGenerateDto | VideoGenerateDto,
    key: string | undefined,
  ): Promise<Answers[K]> {
    const repeatable = { caller, route: `POST /api/${kind}/generate`, key, body };
    const request = body as object as GenerationRequest;
    return this.once(repeatable, () => this.submit(caller, kind, request));
  }

  /**
   * Runs `submit` once per `Idempotency-Key`: a repeated request gets the first answer, rebuilt from the job when the
   * answer was lost.
   */
  once<K extends GenerationKind>(
    request: RepeatableRequest,
    submit: () => Promise<Answers[K]>,
  ): Promise<Answers[K]> {
    return this.idempotency.run(
      request,
      submit,
      // The request is the same, so the job is of the same kind.
      (promptId) => this.recover(request.caller, promptId) as Promise<Answers[K] | null>,
    );
  }

  /** Checks a request and queues it unless `submit` is false. Throws what the planner throws and `ConcurrencyCap` (429). */
  async submit<K extends GenerationKind>(
    caller: Caller,
    kind: K,
    request: GenerationRequest,
    { at, also }: SubmissionOptions = {},
  ): Promise<Answers[K]> {
    const plan = await this.planner.plan(caller, kind, request, at === undefined ? {} : { at });
    const { provider, provenance } = plan.job;
    const misfits = this.misfits.known({ provider, ...provenance });
    if (request.submit === false) return DRY_RUN_ANSWERS[kind](plan, misfits);
    const verdict = await this.queue.enqueue(caller, plan.job, async (tx, promptId) => {
      await this.history.record(tx, caller, usedIn(plan));
      await also?.(tx, promptId);
    });
    return SUBMIT_ANSWERS[kind](answeredJobOfPlan(plan, misfits), verdict);
  }

  /** The answer for a job that was submitted before; `null` when the job is gone. */
  private async recover(caller: Caller, promptId: string): Promise<Answers[GenerationKind] | null> {
    const stored = promptId === '' ? null : await this.jobs.storedRequest(caller, promptId);
    if (!stored) return null;
    const verdict = await this.queue.verdict(caller, promptId);
    const misfits = this.misfits.known({ ...stored, provider: verdict.provider });
    return SUBMIT_ANSWERS[stored.kind](answeredJobOfRow(promptId, stored, misfits), verdict);
  }
}
