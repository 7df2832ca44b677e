import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { MediaModule } from '../media/media.module';
import { ProvidersModule } from '../providers/providers.module';
import { ModelNoteEntity, ModelUseEntity } from './model.entity';
import { ModelHeadersService } from './model-headers.service';
import { ModelsController } from './models.controller';
import { ModelsRepository } from './models.repository';
import { ModelsService } from './models.service';
import { ModelHeaders } from './public/model-headers';
import { ModelUses } from './public/model-uses';
import { registerFeature } from '../../platform/observability/features';

registerFeature('models');

/** The model files of the nodes. */
@Module({
  imports: [
    AuditModule,
    DatabaseModule.forFeature([ModelNoteEntity, ModelUseEntity]),
    MediaModule,
    ProvidersModule,
  ],
  controllers: [ModelsController],
  providers: [
    ModelsService,
    ModelHeadersService,
    ModelsRepository,
    { provide: ModelHeaders, useExisting: ModelHeadersService },
    { provide: ModelUses, useExisting: ModelsRepository },
  ],
  exports: [ModelHeaders, ModelUses],
})
export class ModelsModule {}
