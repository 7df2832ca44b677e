import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { PresetEntity } from './preset.entity';
import { PresetsController } from './presets.controller';
import { PresetsRepository } from './presets.repository';
import { PresetsService } from './presets.service';
import { registerFeature } from '../../platform/observability/features';

registerFeature('presets');

/** Kept form values. */
@Module({
  imports: [AuditModule, DatabaseModule.forFeature([PresetEntity]), WorkflowsModule],
  controllers: [PresetsController],
  providers: [PresetsService, PresetsRepository],
})
export class PresetsModule {}
