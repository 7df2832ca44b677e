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
import { TemplateFilesStore } from './templates/template-files.store';
import { TrainingTemplatesController } from './templates/training-templates.controller';
import { TrainingTemplatesService } from './templates/training-templates.service';

registerFeature('training');

/** LoRA training with the training toolkit. */
@Module({
  imports: [AuditModule, DatabaseModule.forFeature([DatasetEntity]), MediaModule],
  controllers: [TrainingTemplatesController, DatasetsController],
  providers: [
    TemplateFilesStore,
    TrainingTemplatesService,
    DatasetFilesStore,
    DatasetLocks,
    DatasetsRepository,
    DatasetsService,
    DatasetItemsService,
  ],
})
export class LoraTrainingModule {}
