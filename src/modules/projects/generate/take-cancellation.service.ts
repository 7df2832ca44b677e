import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { JobCanceller } from '../../jobs/public/job-canceller';
import type { TakeRow } from '../records/take.entity';
import { SpeechRunsService } from './speech-runs.service';

/** Ends the work on deleted takes. */
@Injectable()
export class TakeCancellationService {
  constructor(
    private readonly jobs: JobCanceller,
    private readonly speech: SpeechRunsService,
  ) {}

  /** @param takes that were unfinished when they were deleted */
  async cancel(caller: Caller, takes: readonly Pick<TakeRow, 'id' | 'prompt_id'>[]): Promise<void> {
    this.speech.cancelTakes(takes.map(({ id }) => id));
    const jobs = takes.flatMap(({ prompt_id }) => prompt_id ?? []);
    if (jobs.length > 0) await this.jobs.cancelMany(caller, jobs);
  }
}
