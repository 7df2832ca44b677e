import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { ToolkitFailure, ToolkitRefused, ToolkitUnreachable } from '../toolkit/toolkit-failures';
import { ToolkitGateway } from '../toolkit/toolkit.gateway';
import { RunEventsService } from './run-events.service';
import type { TrainingRun } from './training-run.entity';
import { RunFilesStore } from './run-files.store';
import { TrainingRunsRepository } from './training-runs.repository';

/** Why a run ended without a job on the toolkit. */
type StartError = Pick<TrainingRun, 'error' | 'error_code'>;

const NO_ERROR: StartError = { error: null, error_code: null };

const NAME_TAKEN_STATUS = 409;
const NAME_IN_USE: StartError = {
  error: 'The training toolkit has another job of this name. Choose another job_name.',
  error_code: 'id_taken',
};

/**
 * Creates a run's job on the toolkit, exactly once. The toolkit's names are unique, and a job is looked up by the run's marker
 * before it is created, so that an interrupted start is continued.
 */
@Injectable()
export class RunCreationService {
  constructor(
    private readonly rows: TrainingRunsRepository,
    private readonly files: RunFilesStore,
    private readonly events: RunEventsService,
    private readonly toolkit: ToolkitGateway,
    private readonly clock: Clock,
  ) {}

  /** One attempt: the job is created, the run fails, or a later attempt follows. */
  async attempt(run: TrainingRun): Promise<void> {
    try {
      if (await this.adopt(run)) return;
      if (run.status === 'stopping') await this.end(run, 'stopped', NO_ERROR);
      else await this.create(run);
    } catch (error) {
      if (!(error instanceof ToolkitFailure)) throw error;
      // Until a job was sent, none can exist on the toolkit, and the failure is final.
      if (!run.is_sent) await this.end(run, 'failed', errorOf(error));
      else await this.rows.update(run.job_name, { toolkit_error: error.message });
    }
  }

  /** Uses the job that an earlier attempt created. @returns whether there is one */
  private async adopt(run: TrainingRun): Promise<boolean> {
    const job = await this.toolkit.job({ job_ref: run.marker });
    if (job) await this.recordCreated(run, job.id);
    return job !== null;
  }

  private async create(run: TrainingRun): Promise<void> {
    // An earlier process may have ended after it inserted the run and before this file was complete.
    if (!(await this.files.exists(run.config_path))) await this.files.writeConfig(run);
    await this.rows.update(run.job_name, { is_sent: true });
    try {
      const id = await this.toolkit.create(run);
      await this.recordCreated(run, id);
    } catch (error) {
      if (!(error instanceof ToolkitFailure)) throw error;
      await this.afterFailure({ ...run, is_sent: true }, error);
    }
  }

  private async afterFailure(run: TrainingRun, failure: ToolkitFailure): Promise<void> {
    if (failure instanceof ToolkitRefused && (await this.mayExist(run))) return;
    const mayComeLater = failure instanceof ToolkitUnreachable && failure.mayHaveActed;
    if (mayComeLater) await this.rows.update(run.job_name, { toolkit_error: failure.message });
    else await this.end(run, 'failed', errorOf(failure));
  }

  /**
   * Looks for the job after a refusal, because the toolkit may answer 500 after it created the job.
   * @returns false if it has no such job; true if the job was adopted, or can't be looked up now
   */
  private async mayExist(run: TrainingRun): Promise<boolean> {
    try {
      return await this.adopt(run);
    } catch (error) {
      if (!(error instanceof ToolkitFailure)) throw error;
      await this.rows.update(run.job_name, { toolkit_error: error.message });
      return true;
    }
  }

  private async recordCreated({ job_name }: TrainingRun, toolkit_id: string): Promise<void> {
    await this.rows.update(job_name, {
      stage: 'created',
      is_sent: true,
      toolkit_id,
      toolkit_error: null,
    });
  }

  private async end(
    run: TrainingRun,
    status: 'failed' | 'stopped',
    error: StartError,
  ): Promise<void> {
    const now = this.clock.timestamp();
    await this.events.advance(run, { status, ...error, moved_at: now, finished_at: now });
  }
}

const errorOf = (failure: ToolkitFailure): StartError =>
  failure instanceof ToolkitRefused && failure.status === NAME_TAKEN_STATUS
    ? NAME_IN_USE
    : { error: failure.message, error_code: null };
