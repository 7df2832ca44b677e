import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { registerFeature } from '../../platform/observability/features';
import { MediaModule } from '../media/media.module';
import { CollectionEntity } from './collection.entity';
import { CollectionItemsService } from './collection-items.service';
import { CollectionsController } from './collections.controller';
import { CollectionsRepository } from './collections.repository';
import { CollectionsService } from './collections.service';
import { CollectionsStartupService } from './collections-startup.service';

registerFeature('collections');

/** Manual collections of media, and saved filters. */
@Module({
  imports: [AuditModule, DatabaseModule.forFeature([CollectionEntity]), MediaModule],
  controllers: [CollectionsController],
  providers: [
    CollectionItemsService,
    CollectionsRepository,
    CollectionsService,
    CollectionsStartupService,
  ],
})
export class CollectionsModule {}
