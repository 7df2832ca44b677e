import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ConfigService } from '../../../platform/config/config.service';
import {
  blockingFaults,
  type DatasetState,
  type Finding,
  warningsOf,
} from '../config/run-findings';
import { checkTrainingRequest } from '../config/request-rules';
import { resolveSettings } from '../config/resolved-settings';
import { toolkitConfig } from '../config/toolkit-config';
import type { TrainingSettings } from '../config/training-settings';
import { DatasetsService } from '../datasets/datasets.service';
import { DatasetReportService } from '../report/dataset-report.service';
import type { RunEstimate, TrainingPlan } from '../dto/run.response';
import type { StartTrainingDto } from '../dto/training.request';
import type { TrainingTemplate } from '../templates/training-template';
import { TrainingTemplatesService } from '../templates/training-templates.service';
import { ToolkitFailure } from '../toolkit/toolkit-failures';
import { ToolkitGateway } from '../toolkit/toolkit.gateway';
import { TrainingCap } from '../training.errors';
import { keptDir } from './checkpoint-files.store';
import { RunEstimateService } from './run-estimate.service';
import { RunFilesStore } from './run-files.store';
import { outputDir } from './run-paths';
import { messageFor } from './run-record';
import { TrainingRunsRepository } from './training-runs.repository';

/** A checked request. */
export interface PlannedRun {
  readonly template: TrainingTemplate;
  readonly settings: TrainingSettings;
  readonly dataset: DatasetState;
  /** Empty when the run may be started. */
  readonly faults: readonly Finding[];
}

/** Checks requests for training runs; start and plan use the same checks. */
@Injectable()
export class RunPlanningService {
  constructor(
    private readonly templates: TrainingTemplatesService,
    private readonly datasets: DatasetsService,
    private readonly reports: DatasetReportService,
    private readonly toolkit: ToolkitGateway,
    private readonly rows: TrainingRunsRepository,
    private readonly runFiles: RunFilesStore,
    private readonly estimates: RunEstimateService,
    private readonly config: ConfigService,
  ) {}

  /** @throws ValidationFailed, DatasetNotFound, DatasetWorkBusy, TrainingNotConfigured, TrainingRootMissing */
  async check(caller: Caller, body: StartTrainingDto): Promise<PlannedRun> {
    this.toolkit.requireConfigured();
    await this.runFiles.requireRoot();
    const template = await this.templates.named(body.base_config);
    const settings = resolveSettings(template.sets, body);
    checkTrainingRequest(body, settings, caller.isAdmin);
    await this.datasets.find(caller, body.dataset);
    const dataset = await this.reports.state(caller, body.dataset);
    return { template, settings, dataset, faults: blockingFaults(settings, dataset) };
  }

  /** The config that a start would send, with faults and warnings; starts nothing. @throws what `check` throws */
  async plan(caller: Caller, body: StartTrainingDto): Promise<TrainingPlan> {
    const { template, settings, dataset, faults } = await this.check(caller, body);
    const all = [
      ...faults,
      ...(await this.capFaults(caller)),
      ...(await this.toolkitFaults(caller, body)),
    ];
    const estimate = await this.estimates.of(caller, template.name, settings);
    const config = toolkitConfig(
      {
        jobName: body.job_name,
        triggerWord: body.trigger_word,
        template,
        trainingFolder: 'output',
        datasetFolder: `datasets/${body.dataset}`,
      },
      settings,
    );
    return {
      ok: all.length === 0,
      faults: all,
      warnings: [
        ...warningsOf(body.job_name, template, settings, dataset),
        ...diskWarnings(estimate),
      ],
      estimate,
      pictures: dataset.pictures,
      crops: await this.reports.crops(caller, body.dataset, settings.resolution, template),
      config: { ...config },
    };
  }

  /** By a run of any caller, or by a folder of an earlier run or of the toolkit's, which would be continued. */
  async isNameTaken(jobName: string, outputDirectory: string): Promise<boolean> {
    if (await this.rows.find(jobName)) return true;
    return (
      (await this.runFiles.exists(outputDirectory)) ||
      (await this.runFiles.exists(keptDir(jobName)))
    );
  }

  /** Whether the toolkit sees pictures in the dataset. @throws ToolkitFailure */
  async isShared(dataset: string): Promise<boolean> {
    const images = await this.toolkit.images(dataset);
    return images !== null && images.length > 0;
  }

  private async capFaults({ ownerId }: Caller): Promise<Finding[]> {
    const cap = this.config.current().training.max_runs_per_owner;
    if ((await this.rows.unfinishedOf(ownerId)) < cap) return [];
    const { spec, message } = new TrainingCap(cap);
    return [{ code: spec.code, message }];
  }

  private async toolkitFaults(
    caller: Caller,
    { job_name, dataset }: StartTrainingDto,
  ): Promise<Finding[]> {
    try {
      await this.toolkit.probe();
      const { training } = await this.toolkit.folders();
      const isShared = await this.isShared(dataset);
      const isTaken = await this.isNameTaken(job_name, outputDir(job_name, training));
      return [
        ...(isShared ? [] : [NOT_SHARED]),
        ...(isTaken ? [{ code: 'name_taken', message: NAME_TAKEN }] : []),
      ];
    } catch (error) {
      if (!(error instanceof ToolkitFailure)) throw error;
      return [{ code: 'toolkit_unavailable', message: messageFor(caller, error.message) }];
    }
  }
}

export const NOT_SHARED: Finding = {
  code: 'dataset_not_shared',
  message:
    'The training toolkit sees no pictures of this dataset: training.root must be the folder that holds its datasets.',
};

const NAME_TAKEN =
  'A run, or a folder in the output of the toolkit, has this job_name. Choose another one.';

function diskWarnings({ disk_bytes, free_bytes }: RunEstimate): Finding[] {
  if (disk_bytes === null || disk_bytes <= free_bytes) return [];
  return [
    {
      code: 'disk_space',
      message: `The checkpoints need about ${disk_bytes} bytes, and ${free_bytes} are free.`,
    },
  ];
}
