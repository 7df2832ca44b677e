import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { JobQueue, JobReader, type Verdict, type WithNewJob } from '../jobs/public/job-queue';
import { drawnUpImage, type ImageAnswer, recoveredImage, submittedImage } from './image-answer';
import {
  type GenerationKind,
  GenerationPlanner,
  type GenerationRequest,
  type Loc,
  type Plan,
} from './public/generation-planner';
import { drawnUpVideo, recoveredVideo, submittedVideo, type VideoAnswer } from './video-answer';

/** What a generate request of each kind is answered. */
export interface Answers {
  readonly image: ImageAnswer;
  readonly video: VideoAnswer;
}

/** What a request brings that came by way of another one. */
export interface Detour {
  /** Where the request stands in the body that was sent. */
  readonly at?: Loc;
  /** Written with the job. */
  readonly also?: WithNewJob;
}

/** Turns requests into jobs: plan, queue, answer. */
@Injectable()
export class GenerationService {
  constructor(
    private readonly planner: GenerationPlanner,
    private readonly queue: JobQueue,
    private readonly jobs: JobReader,
  ) {}

  /**
   * Checks a request and, unless `submit` is false, queues it. Throws what the planner throws and `ConcurrencyCap`
   * (429).
   */
  async generate<K extends GenerationKind>(
    caller: Caller,
    kind: K,
    request: GenerationRequest,
    { at, also }: Detour = {},
  ): Promise<Answers[K]> {
    const plan = await this.planner.plan(caller, kind, request, at);
    if (request.submit === false) return DRAWN_UP[kind](plan);
    await this.queue.enqueue(caller, plan.job, also);
    return SUBMITTED[kind](plan, await this.queue.verdict(caller, plan.job.promptId));
  }

  /** The answer to a request that made this job, when nobody remembers it; `null` when there is no such job. */
  async recovered(caller: Caller, promptId: string): Promise<Answers[GenerationKind] | null> {
    const stored = promptId === '' ? null : await this.jobs.storedRequest(caller, promptId);
    if (!stored) return null;
    const recover = stored.kind === 'image' ? recoveredImage : recoveredVideo;
    return recover(promptId, stored, await this.queue.verdict(caller, promptId));
  }
}

type DrawnUp = { readonly [K in GenerationKind]: (plan: Plan) => Answers[K] };
type Submitted = { readonly [K in GenerationKind]: (plan: Plan, verdict: Verdict) => Answers[K] };

const DRAWN_UP: DrawnUp = { image: drawnUpImage, video: drawnUpVideo };
const SUBMITTED: Submitted = { image: submittedImage, video: submittedVideo };
