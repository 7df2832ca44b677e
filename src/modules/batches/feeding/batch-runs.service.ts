import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AppError } from '../../../platform/errors/app-error';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { JobQueue } from '../../jobs/public/job-queue';
import { BatchAdmissionService } from '../admission/batch-admission.service';
import { runAt } from '../batch-runs';
import type { BatchRefusalRow } from '../records/batch.entity';
import { BatchesRepository } from '../records/batches.repository';

/** The batch isn't running any more, or the run is a job already: rolls the job's insert back. */
class RunTaken extends Error {}

type RunError = BatchRefusalRow['error'];

/** Turns single runs into jobs. */
@Injectable()
export class BatchRunsService {
  private readonly log = new Logger(BatchRunsService.name);

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
      return true;
    } catch (error) {
      if (error instanceof RunTaken) return true;
      if (isTemporary(error)) return false;
      if (!(error instanceof AppError || error instanceof ValidationFailed))
        this.log.error({ err: error, batch: id, index }, 'a run of a batch failed unexpectedly');
      await this.rows.refuse({ batch_id: id, position: index, error: runError(error) });
      return true;
    }
  }
}

/** At a cap or a limit, or the disk is full: the run waits. */
const isTemporary = (error: unknown): boolean =>
  error instanceof AppError && (error.spec.status === 429 || error.spec.status >= 500);

function runError(error: unknown): RunError {
  if (error instanceof AppError) return { code: error.spec.code, message: error.message };
  if (error instanceof ValidationFailed) {
    const messages = error.errors.slice(0, MAX_MESSAGES).map(({ loc, msg }) => {
      return `${loc.slice(1).join('.')}: ${msg}`;
    });
    return { code: 'invalid', message: messages.join(' ') };
  }
  return { code: 'internal', message: 'An internal error; the log of the service names it.' };
}

const MAX_MESSAGES = 5;
