import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { ImagingModule } from '../../platform/imaging/imaging.module';
import { registerFeature } from '../../platform/observability/features';
import { BatchesModule } from '../batches/batches.module';
import { CharactersModule } from '../characters/characters.module';
import { GenerationModule } from '../generation/generation.module';
import { JobsModule } from '../jobs/jobs.module';
import { MediaModule } from '../media/media.module';
import { ProvidersModule } from '../providers/providers.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { CaptionEditorService } from './captions/caption-editor.service';
import { CaptionVersionsStore } from './captions/caption-versions.store';
import { CaptionsController } from './captions/captions.controller';
import { CaptionsService } from './captions/captions.service';
import { DatasetChangesStore } from './datasets/dataset-changes.store';
import { ChosenMediaService } from './datasets/chosen-media.service';
import { DatasetDeletionService } from './datasets/dataset-deletion.service';
import { DatasetFilesStore } from './datasets/dataset-files.store';
import { DatasetItemsService } from './datasets/dataset-items.service';
import { DatasetLocks } from './datasets/dataset-locks';
import { DatasetPicturesService } from './datasets/dataset-pictures.service';
import { DatasetRecoveryService } from './datasets/dataset-recovery.service';
import { DatasetSlots } from './datasets/dataset-slots';
import { DatasetStorageService } from './datasets/dataset-storage.service';
import { DatasetUploadsService } from './datasets/dataset-uploads.service';
import { DatasetEntity } from './datasets/dataset.entity';
import { DatasetsController } from './datasets/datasets.controller';
import { DatasetsRepository } from './datasets/datasets.repository';
import { DatasetsService } from './datasets/datasets.service';
import { ItemPicturesController } from './datasets/item-pictures.controller';
import { ItemPicturesService } from './datasets/item-pictures.service';
import { TrainingPolling } from './public/training-polling';
import { BindingService } from './publishing/binding.service';
import { GridService } from './publishing/grid.service';
import { LoraFolderRecoveryService } from './publishing/lora-folder-recovery.service';
import { LoraFolderStore } from './publishing/lora-folder.store';
import { LoraRendersService } from './publishing/lora-renders.service';
import { NodeLorasService } from './publishing/node-loras.service';
import { PictureComparisonService } from './publishing/picture-comparison.service';
import { PublishedLoraEntity } from './publishing/published-lora.entity';
import { PublishedLorasController } from './publishing/published-loras.controller';
import { PublishedLorasRepository } from './publishing/published-loras.repository';
import { PublishingController } from './publishing/publishing.controller';
import { PublishingService } from './publishing/publishing.service';
import { TrainedLorasService } from './publishing/trained-loras.service';
import { PublishedLorasService } from './publishing/published-loras.service';
import { VerificationService } from './publishing/verification.service';
import { CheckpointCopiesStore } from './runs/checkpoint-copies.store';
import { CheckpointFilesStore } from './runs/checkpoint-files.store';
import { LocatedCheckpointsService } from './runs/located-checkpoints.service';
import { DatasetReportService } from './report/dataset-report.service';
import { PictureInspectionService } from './report/picture-inspection.service';
import { RunActionsController } from './runs/run-actions.controller';
import { RunActionsService } from './runs/run-actions.service';
import { RunAdmissionService } from './runs/run-admission.service';
import { RunContinuationService } from './runs/run-continuation.service';
import { RunCreationService } from './runs/run-creation.service';
import { RunDeletionService } from './runs/run-deletion.service';
import { RunEstimateService } from './runs/run-estimate.service';
import { RunEventsService } from './runs/run-events.service';
import { RunFilesStore } from './runs/run-files.store';
import { RunLookupService } from './runs/run-lookup.service';
import { RunOutputsController } from './runs/run-outputs.controller';
import { RunOutputsService } from './runs/run-outputs.service';
import { RunKeepingService } from './runs/run-keeping.service';
import { RunRecoveryService } from './runs/run-recovery.service';
import { RunLogStore } from './runs/run-log.store';
import { SampleFilesStore } from './runs/sample-files.store';
import { RunPlanningService } from './runs/run-planning.service';
import { RunPollingService } from './runs/run-polling.service';
import { RunStartService } from './runs/run-start.service';
import { RunSteeringService } from './runs/run-steering.service';
import { TrainingRunEntity } from './runs/training-run.entity';
import { TrainingRunsController } from './runs/training-runs.controller';
import { TrainingRunsRepository } from './runs/training-runs.repository';
import { TrainingRunsService } from './runs/training-runs.service';
import { TemplateFilesStore } from './templates/template-files.store';
import { TrainingTemplatesController } from './templates/training-templates.controller';
import { TrainingTemplatesService } from './templates/training-templates.service';
import { TrainingHealthService } from './toolkit/training-health.service';
import { TrainingInspectionModule } from './training-inspection.module';

registerFeature('training', ({ training }) => training.base_url !== null && training.root !== null);

/** LoRA training with the training toolkit. */
@Module({
  imports: [
    AuditModule,
    BatchesModule,
    CharactersModule,
    DatabaseModule.forFeature([DatasetEntity, PublishedLoraEntity, TrainingRunEntity]),
    GenerationModule,
    ImagingModule,
    JobsModule,
    MediaModule,
    ProvidersModule,
    TrainingInspectionModule,
    WorkflowsModule,
  ],
  controllers: [
    TrainingTemplatesController,
    DatasetsController,
    ItemPicturesController,
    CaptionsController,
    TrainingRunsController,
    RunOutputsController,
    RunActionsController,
    PublishingController,
    PublishedLorasController,
  ],
  providers: [
    TemplateFilesStore,
    TrainingTemplatesService,
    DatasetFilesStore,
    DatasetLocks,
    DatasetsRepository,
    DatasetsService,
    DatasetItemsService,
    ItemPicturesService,
    DatasetDeletionService,
    ChosenMediaService,
    DatasetChangesStore,
    DatasetPicturesService,
    DatasetRecoveryService,
    DatasetSlots,
    DatasetStorageService,
    DatasetUploadsService,
    DatasetReportService,
    PictureInspectionService,
    CaptionEditorService,
    CaptionVersionsStore,
    CaptionsService,
    TrainingRunsRepository,
    RunFilesStore,
    CheckpointFilesStore,
    CheckpointCopiesStore,
    RunPlanningService,
    RunAdmissionService,
    RunCreationService,
    RunSteeringService,
    RunEventsService,
    RunKeepingService,
    RunRecoveryService,
    RunEstimateService,
    TrainingHealthService,
    RunContinuationService,
    RunActionsService,
    RunDeletionService,
    RunLookupService,
    RunStartService,
    TrainingRunsService,
    RunLogStore,
    SampleFilesStore,
    RunOutputsService,
    LocatedCheckpointsService,
    LoraFolderStore,
    LoraFolderRecoveryService,
    NodeLorasService,
    PublishedLorasRepository,
    PublishingService,
    PublishedLorasService,
    LoraRendersService,
    GridService,
    PictureComparisonService,
    VerificationService,
    BindingService,
    TrainedLorasService,
    { provide: TrainingPolling, useClass: RunPollingService },
  ],
  exports: [TrainingPolling],
})
export class LoraTrainingModule {}
