import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { withSteps } from '../config/toolkit-config';
import { DatasetLocks } from '../datasets/dataset-locks';
import { DatasetsService } from '../datasets/datasets.service';
import type { ToolkitJob } from '../toolkit/toolkit-answers';
import { ToolkitGateway } from '../toolkit/toolkit.gateway';
import {
  NothingToContinue,
  RunStopping,
  TrainingCap,
  TrainingRunUnfinished,
} from '../training.errors';
import { DatasetFolderMissing } from '../datasets/dataset.errors';
import { toolkitAnswer } from './toolkit-answer';
import { CheckpointCopiesStore } from './checkpoint-copies.store';
import { CheckpointFilesStore } from './checkpoint-files.store';
import { checkpointsOf } from './output-names';
import { type TrainingRun, UNFINISHED } from './training-run.entity';
import { TrainingRunsRepository } from './training-runs.repository';

/**
 * How long a stopped trainer may still run: it writes to its job until it ends, and the toolkit doesn't say when that is, but
 * kills a trainer that takes longer than this.
 */
const ENDING_MS = 60_000;
const ACTIVE: readonly ToolkitJob['status'][] = ['queued', 'running', 'stopping'];

/** Lets runs that have ended continue from their last checkpoint. */
@Injectable()
export class RunContinuationService {
  constructor(
    private readonly rows: TrainingRunsRepository,
    private readonly checkpoints: CheckpointFilesStore,
    private readonly copies: CheckpointCopiesStore,
    private readonly datasets: DatasetsService,
    private readonly locks: DatasetLocks,
    private readonly toolkit: ToolkitGateway,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores that the run continues; the next look-up makes the toolkit do it.
   * @param steps the new total
   * @throws ValidationFailed, RunStopping, TrainingRunUnfinished, NothingToContinue, DatasetNotFound, DatasetFolderMissing,
   * TrainingCap, DiskFull, ToolkitUnavailable
   */
  reopen(caller: Caller, { job_name, dataset }: TrainingRun, steps: number): Promise<void> {
    return this.locks.run(dataset, async () => {
      const run = await this.rows.findFor(caller, job_name);
      if (!run) throw new NothingToContinue(job_name);
      await this.requireEnded(caller, run);
      const [latest] = checkpointsOf(await this.checkpoints.list(run), run.step);
      if (!latest) throw new NothingToContinue(job_name);
      if (steps <= latest.step) throw tooFewSteps(latest.step);
      // After the run, its dataset may have been deleted, and another caller may have one with its id now.
      const { image_count } = await this.datasets.get(caller, dataset);
      if (image_count === 0) throw new DatasetFolderMissing();
      await this.copies.secure(run);
      await this.store(run, steps, latest.step);
    });
  }

  private async requireEnded(caller: Caller, run: TrainingRun): Promise<void> {
    const { job_name, status, finished_at, toolkit_id } = run;
    if (status === 'stopping') throw new RunStopping(job_name, ENDING_MS);
    if (UNFINISHED.includes(status)) throw new TrainingRunUnfinished(job_name, status, 'continued');
    const endedMs = this.clock.elapsedSince(Date.parse(finished_at ?? ''));
    if (status !== 'completed' && endedMs < ENDING_MS)
      throw new RunStopping(job_name, ENDING_MS - endedMs);
    const job =
      toolkit_id === null
        ? null
        : await toolkitAnswer(caller, this.toolkit.job({ id: toolkit_id }));
    if (!job) throw new NothingToContinue(job_name);
    if (ACTIVE.includes(job.status)) throw new RunStopping(job_name, ENDING_MS);
  }

  private async store(run: TrainingRun, steps: number, resumed_from: number): Promise<void> {
    const cap = this.config.current().training.max_runs_per_owner;
    const columns: Partial<TrainingRun> = {
      status: 'starting',
      stage: 'continuing',
      phase: null,
      steps,
      config: withSteps(run.config, steps),
      resumed_from,
      is_stop_sent: false,
      info: '',
      error: null,
      error_code: null,
      toolkit_error: null,
      moved_at: this.clock.timestamp(),
      finished_at: null,
    };
    const result = await this.rows.reopen(run, columns, cap);
    if (result === 'cap') throw new TrainingCap(cap);
    if (result === 'changed')
      throw new TrainingRunUnfinished(run.job_name, 'starting', 'continued');
  }
}

const tooFewSteps = (saved: number): ValidationFailed =>
  new ValidationFailed([
    {
      loc: ['body', 'steps'],
      msg: `The new total of steps must be above ${saved}, the step of the last checkpoint.`,
      type: 'value_error',
    },
  ]);
