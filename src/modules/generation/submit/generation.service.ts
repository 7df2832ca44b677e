import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
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
    private readonly planner: GenerationPlanner,
    private readonly misfits: MisfitLorasService,
    private readonly queue: JobQueue,
    private readonly jobs: JobReader,
    private readonly history: RequestHistory,
  ) {}

  /** Throws what {@link submit} throws. */
  generate<K extends GenerationKind>(
    caller: Caller,
    kind: K,
    body: ImageGenerateDto | VideoGenerateDto,
  ): Promise<Answers[K]> {
    return this.submit(caller, kind, body as object as GenerationRequest);
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

  /** The answer for a job of this kind that was submitted before; `null` when the job is gone. */
  async answered<K extends GenerationKind>(
    caller: Caller,
    promptId: string,
  ): Promise<Answers[K] | null> {
    const stored = promptId === '' ? null : await this.jobs.storedRequest(caller, promptId);
    if (!stored) return null;
    const verdict = await this.queue.verdict(caller, promptId);
    const misfits = this.misfits.known({ ...stored, provider: verdict.provider });
    const answerOf = SUBMIT_ANSWERS[stored.kind as K];
    return answerOf(answeredJobOfRow(promptId, stored, misfits), verdict);
  }
}
