import { Injectable, Logger } from '@nestjs/common';
import { CheckpointCopiesStore } from './checkpoint-copies.store';
import { CheckpointFilesStore } from './checkpoint-files.store';
import { SampleFilesStore } from './sample-files.store';
import type { TrainingRun } from './training-run.entity';

/** Keeps what runs have made, before the toolkit deletes it. */
@Injectable()
export class RunKeepingService {
  private readonly log = new Logger(RunKeepingService.name);

  constructor(
    private readonly checkpoints: CheckpointFilesStore,
    private readonly samples: SampleFilesStore,
    private readonly copies: CheckpointCopiesStore,
  ) {}

  /** A failure is logged only. The next look-up tries again, unless this one has found the run to have ended. */
  async keep(run: TrainingRun): Promise<void> {
    try {
      await this.checkpoints.keep(run);
      await this.samples.keep(run);
    } catch (error) {
      this.log.warn(
        { err: error, job_name: run.job_name },
        'checkpoints and samples could not be kept',
      );
    }
  }

  /** Puts back the checkpoints that a run has overwritten. @throws DiskFull */
  restore(run: TrainingRun): Promise<void> {
    return this.copies.restore(run);
  }
}
