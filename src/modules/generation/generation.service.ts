import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { JobQueue, JobReader } from '../jobs/public/job-queue';
import { drawnUpImage, type ImageAnswer, recoveredImage, submittedImage } from './image-answer';
import { GenerationPlanner, type GenerationRequest, type Loc } from './public/generation-planner';

/** Turns requests into jobs: plan, queue, answer. */
@Injectable()
export class GenerationService {
  constructor(
    private readonly planner: GenerationPlanner,
    private readonly queue: JobQueue,
    private readonly jobs: JobReader,
  ) {}

  /**
   * Checks an image request and, unless `submit` is false, queues it. Throws what the planner throws and
   * `ConcurrencyCap` (429).
   * @param at where the request stands in the body that was sent
   */
  async image(caller: Caller, request: GenerationRequest, at?: Loc): Promise<ImageAnswer> {
    const plan = await this.planner.plan(caller, 'image', request, at);
    if (request.submit === false) return drawnUpImage(plan);
    await this.queue.enqueue(caller, plan.job);
    return submittedImage(plan, await this.queue.verdict(caller, plan.job.promptId));
  }

  /** The answer to a request that made this job, when nobody remembers it; `null` when there is no such job. */
  async recovered(caller: Caller, promptId: string): Promise<ImageAnswer | null> {
    const stored = promptId === '' ? null : await this.jobs.storedRequest(caller, promptId);
    return stored && recoveredImage(promptId, stored, await this.queue.verdict(caller, promptId));
  }
}
