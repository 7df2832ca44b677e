import { HttpModule } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { registerFeature } from '../../platform/observability/features';
import { MediaModule } from '../media/media.module';
import { DatasetFilesStore } from './datasets/dataset-files.store';
import { DatasetItemsService } from './datasets/dataset-items.service';
import { DatasetLocks } from './datasets/dataset-locks';
import { DatasetEntity } from './datasets/dataset.entity';
import { DatasetsController } from './datasets/datasets.controller';
import { DatasetsRepository } from './datasets/datasets.repository';
import { DatasetsService } from './datasets/datasets.service';
import { TrainingPolling } from './public/training-polling';
import { CheckpointFilesStore } from './runs/checkpoint-files.store';
import { RunAdmissionService } from './runs/run-admission.service';
import { RunCreationService } from './runs/run-creation.service';
import { RunFilesStore } from './runs/run-files.store';
import { RunLookupService } from './runs/run-lookup.service';
import { RunOutputsController } from './runs/run-outputs.controller';
import { RunOutputsService } from './runs/run-outputs.service';
import { RunOutputsStore } from './runs/run-outputs.store';
import { RunPlanningService } from './runs/run-planning.service';
import { RunPollingService } from './runs/run-polling.service';
import { RunStartService } from './runs/run-start.service';
import { TrainingRunEntity } from './runs/training-run.entity';
import { TrainingRunsController } from './runs/training-runs.controller';
import { TrainingRunsRepository } from './runs/training-runs.repository';
import { TrainingRunsService } from './runs/training-runs.service';
import { TemplateFilesStore } from './templates/template-files.store';
import { TrainingTemplatesController } from './templates/training-templates.controller';
import { TrainingTemplatesService } from './templates/training-templates.service';
import { ToolkitGateway } from './toolkit/toolkit.gateway';

registerFeature('training');

/** LoRA training with the training toolkit. */
@Module({
  imports: [
    AuditModule,
    DatabaseModule.forFeature([DatasetEntity, TrainingRunEntity]),
    HttpModule,
    MediaModule,
  ],
  controllers: [
    TrainingTemplatesController,
    DatasetsController,
    TrainingRunsController,
    RunOutputsController,
  ],
  providers: [
    TemplateFilesStore,
    TrainingTemplatesService,
    DatasetFilesStore,
    DatasetLocks,
    DatasetsRepository,
    DatasetsService,
    DatasetItemsService,
    ToolkitGateway,
    TrainingRunsRepository,
    RunFilesStore,
    CheckpointFilesStore,
    RunPlanningService,
    RunAdmissionService,
    RunCreationService,
    RunLookupService,
    RunStartService,
    TrainingRunsService,
    RunOutputsStore,
    RunOutputsService,
    { provide: TrainingPolling, useClass: RunPollingService },
  ],
  exports: [TrainingPolling],
})
export class LoraTrainingModule {}
