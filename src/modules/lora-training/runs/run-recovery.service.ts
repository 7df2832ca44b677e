import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { CheckpointFilesStore } from './checkpoint-files.store';
import { SampleFilesStore } from './sample-files.store';
import { TrainingRunsRepository } from './training-runs.repository';

/** Removes copies of checkpoints and samples that the end of the last process interrupted. */
@Injectable()
export class RunRecoveryService implements OnModuleInit {
  private readonly log = new Logger('Training');

  constructor(
    private readonly rows: TrainingRunsRepository,
    private readonly checkpoints: CheckpointFilesStore,
    private readonly samples: SampleFilesStore,
    private readonly config: ConfigService,
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.config.current().training.root === null) return;
    try {
      for (const run of await this.rows.folders()) {
        await this.checkpoints.sweep(run);
        await this.samples.sweep(run);
      }
    } catch (error) {
      this.log.error({ err: error }, 'interrupted copies of training runs are left');
    }
  }
}
