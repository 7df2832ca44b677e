import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { Transaction } from '../../../platform/database/write-gate';
import { JobCanceller } from '../../jobs/public/job-canceller';
import type { TakeRow } from '../records/take.entity';
import { TakeChangesService } from '../takes/take-changes.service';
import { SpeechRunsService } from './speech-runs.service';

/** A take that is unfinished when it is deleted. */
export type UnfinishedTake = Pick<TakeRow, 'id' | 'prompt_id'>;

/** Ends the work on deleted takes. */
@Injectable()
export class TakeCancellationService {
  constructor(
    private readonly jobs: JobCanceller,
    private readonly speech: SpeechRunsService,
    private readonly changes: TakeChangesService,
  ) {}

  /** Call it before the shots are deleted. @returns the takes that have to be cancelled afterwards */
  endOfShots(tx: Transaction, shotIds: readonly string[]): Promise<readonly UnfinishedTake[]> {
    return this.changes.endOfShots(tx, shotIds);
  }

  async cancel(caller: Caller, takes: readonly UnfinishedTake[]): Promise<void> {
    this.speech.cancelTakes(takes.map(({ id }) => id));
    const jobs = takes.flatMap(({ prompt_id }) => prompt_id ?? []);
    if (jobs.length > 0) await this.jobs.cancelMany(caller, jobs);
  }
}
