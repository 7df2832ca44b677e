import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock, Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { IdTaken } from '../../../platform/errors/id-taken';
import type { Finding } from '../config/run-findings';
import { toolkitConfig } from '../config/toolkit-config';
import { DatasetLocks } from '../datasets/dataset-locks';
import type { StartTrainingDto } from '../dto/training.request';
import type { ToolkitFolders } from '../toolkit/toolkit-answers';
import { ToolkitGateway } from '../toolkit/toolkit.gateway';
import { TrainingCap } from '../training.errors';
import { RunFilesStore } from './run-files.store';
import { configPath, outputDir } from './run-paths';
import { NOT_SHARED, type PlannedRun, RunPlanningService } from './run-planning.service';
import type { TrainingRun } from './training-run.entity';
import { TrainingRunsRepository } from './training-runs.repository';

/** The run can't be started and isn't stored. The message is shown to the caller. */
export class StartRefused extends Error {
  readonly code: string;

  constructor({ code, message }: Finding) {
    super(message);
    this.code = code;
  }
}

const MARKER_BYTES = 12;

/** Accepts training runs: stores the row and the config before the first request that changes the toolkit. */
@Injectable()
export class RunAdmissionService {
  constructor(
    private readonly planning: RunPlanningService,
    private readonly toolkit: ToolkitGateway,
    private readonly rows: TrainingRunsRepository,
    private readonly files: RunFilesStore,
    private readonly locks: DatasetLocks,
    private readonly config: ConfigService,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks the request and stores the run.
   * @throws StartRefused, ToolkitFailure, IdTaken, TrainingCap, DiskFull and what `RunPlanningService.check` throws
   */
  async admit(caller: Caller, body: StartTrainingDto): Promise<TrainingRun> {
    const planned = await this.planning.check(caller, body);
    const { job_name: jobName } = body;
    if (await this.rows.find(jobName)) throw nameTaken();
    const [fault] = planned.faults;
    if (fault) throw new StartRefused(fault);
    await this.toolkit.probe();
    const folders = await this.toolkit.folders();
    const run = this.row(caller, body, planned, folders);
    await this.checkToolkit(run);
    return this.locks.run(run.dataset, () => this.store(caller, body, run));
  }

  /** The toolkit must see the dataset, and the name must be unused: training would continue from a left-over folder. */
  private async checkToolkit({ job_name, dataset, output_dir }: TrainingRun): Promise<void> {
    if (!(await this.planning.isShared(dataset))) throw new StartRefused(NOT_SHARED);
    if (await this.planning.isNameTaken(job_name, output_dir)) throw nameTaken();
  }

  private async store(
    caller: Caller,
    body: StartTrainingDto,
    run: TrainingRun,
  ): Promise<TrainingRun> {
    // Checked again, because pictures may have been removed before the dataset was locked.
    const [fault] = (await this.planning.check(caller, body)).faults;
    if (fault) throw new StartRefused(fault);
    const cap = this.config.current().training.max_runs_per_owner;
    const result = await this.rows.insert(run, cap);
    if (result === 'taken') throw nameTaken();
    if (result === 'cap') throw new TrainingCap(cap);
    try {
      await this.files.writeConfig(run);
    } catch (error) {
      await this.rows.forget(run);
      throw error;
    }
    return run;
  }

  private row(
    caller: Caller,
    body: StartTrainingDto,
    { template, settings }: PlannedRun,
    folders: ToolkitFolders,
  ): TrainingRun {
    const { job_name, trigger_word, dataset } = body;
    const config = toolkitConfig(
      {
        jobName: job_name,
        triggerWord: trigger_word,
        template,
        trainingFolder: folders.training,
        datasetFolder: `${folders.datasets.replace(/[\\/]$/, '')}/${dataset}`,
      },
      settings,
    );
    const now = this.clock.timestamp();
    return {
      job_name,
      trigger_word,
      dataset,
      marker: this.ids.token(MARKER_BYTES),
      config,
      owner_id: caller.ownerId,
      base_config: template.name,
      model: settings.model,
      status: 'starting',
      stage: 'creating',
      phase: null,
      toolkit_id: null,
      is_sent: false,
      is_stop_sent: false,
      gpu_ids: this.config.current().training.gpu_ids,
      config_path: configPath(job_name),
      output_dir: outputDir(job_name, folders.training),
      step: 0,
      steps: settings.steps,
      resumed_from: null,
      seconds_per_step: null,
      loss: [],
      info: '',
      error: null,
      error_code: null,
      toolkit_error: null,
      moved_at: now,
      created_at: now,
      started_at: null,
      finished_at: null,
    };
  }
}

/** No list shows all names that are taken, but a plan checks one. */
const nameTaken = (): IdTaken => new IdTaken('POST /api/lora-training/plan');
