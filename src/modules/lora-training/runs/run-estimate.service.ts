import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { isRecord } from '../../../platform/json';
import { savesOf } from '../config/toolkit-config';
import type { TrainingSettings } from '../config/training-settings';
import type { RunEstimate } from '../dto/run.response';
import { CheckpointFilesStore } from './checkpoint-files.store';
import { checkpointsOf } from './output-names';
import { RunFilesStore } from './run-files.store';
import type { TrainingRun } from './training-run.entity';
import { TrainingRunsRepository } from './training-runs.repository';

const MAX_COMPARED_RUNS = 20;

/** Estimates what a run needs from the caller's earlier runs with the same template. */
@Injectable()
export class RunEstimateService {
  constructor(
    private readonly rows: TrainingRunsRepository,
    private readonly checkpoints: CheckpointFilesStore,
    private readonly files: RunFilesStore,
  ) {}

  /** @param template its name */
  async of(caller: Caller, template: string, settings: TrainingSettings): Promise<RunEstimate> {
    const newest = await this.rows.newest(caller.ownerId, MAX_COMPARED_RUNS);
    const earlier = newest.filter(({ base_config }) => base_config === template);
    const secondsPerStep = earlier.find((run) => run.seconds_per_step !== null)?.seconds_per_step;
    const saveBytes = await this.saveBytes(earlier, settings.lora_rank);
    return {
      seconds: secondsPerStep == null ? null : Math.round(settings.steps * secondsPerStep),
      disk_bytes: saveBytes === null ? null : saveBytes * savesOf(settings.steps),
      free_bytes: await this.files.freeBytes(),
    };
  }

  /** The size of a checkpoint is proportional to the rank. */
  private async saveBytes(runs: readonly TrainingRun[], rank: number): Promise<number | null> {
    for (const run of runs) {
      const [checkpoint] = checkpointsOf(await this.checkpoints.list(run), run.step);
      const trained = rankOf(run);
      if (checkpoint && trained !== null) return Math.round((checkpoint.size * rank) / trained);
    }
    return null;
  }
}

function rankOf({ config }: TrainingRun): number | null {
  const network = config.config.process[0]['network'];
  const rank = isRecord(network) ? network['linear'] : undefined;
  return typeof rank === 'number' ? rank : null;
}
