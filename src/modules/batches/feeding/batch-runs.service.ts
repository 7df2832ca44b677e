import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { isTemporary, isUnexpected, refusalOf } from '../../generation/public/refusals';
import { JobQueue } from '../../jobs/public/job-queue';
import { BatchAdmissionService } from '../admission/batch-admission.service';
import { runAt } from '../batch-runs';
import { BatchesRepository } from '../records/batches.repository';

/** The batch isn't running any more, or the run is a job already: rolls the job's insert back. */
class RunTaken extends Error {}

/** Unexpected failures, of the database for example, after which a run is given up. */
const MAX_FAILURES = 3;

/** Turns single runs into jobs. */
@Injectable()
export class BatchRunsService {
  private readonly log = new Logger(BatchRunsService.name);
  /** Unexpected failures of each batch's next run. */
  private readonly failures = new Map<string, { readonly index: number; readonly count: number }>();

  constructor(
    private readonly rows: BatchesRepository,
    private readonly admission: BatchAdmissionService,
    private readonly queue: JobQueue,
  ) {}

  /**
   * Checks the batch's next run again, with the caller's present rights, and makes it a job or records its refusal. The job
   * is written only while the batch is running and the run has none.
   * @returns false when nothing can be done now, for example at the caller's cap
   */
  async submitNext(caller: Caller, id: string): Promise<boolean> {
    const batch = await this.rows.find(id);
    if (batch?.status !== 'running' || batch.fed >= batch.total) return true;
    const index = batch.fed;
    try {
      const { job } = await this.admission.plan(caller, batch.kind, runAt(batch, index));
      await this.queue.add(caller, { ...job, batch: { id, index } }, async (tx) => {
        if (!(await this.rows.takeRun(tx, id, index))) throw new RunTaken();
      });
    } catch (error) {
      if (isTemporary(error)) return false;
      const isTaken = error instanceof RunTaken;
      if (!isTaken && isUnexpected(error) && !this.isGivenUp(id, index, error)) return false;
      if (!isTaken)
        await this.rows.refuse({ batch_id: id, position: index, error: refusalOf(error) });
    }
    this.failures.delete(id);
    return true;
  }

  /** Counts an unexpected failure. @returns whether the run has failed too often */
  private isGivenUp(id: string, index: number, error: unknown): boolean {
    const earlier = this.failures.get(id);
    const count = (earlier?.index === index ? earlier.count : 0) + 1;
    this.failures.set(id, { index, count });
    this.log.error({ err: error, batch: id, index, count }, 'a run of a batch failed unexpectedly');
    return count >= MAX_FAILURES;
  }
}
