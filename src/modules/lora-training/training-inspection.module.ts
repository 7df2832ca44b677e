import { Module } from '@nestjs/common';
import { TrainingInspection } from './public/training-inspection';
import { ToolkitGateway } from './toolkit/toolkit.gateway';
import { TrainingInspectionService } from './toolkit/training-inspection.service';

/** Checks the configured folders and the toolkit. For the command line it stands alone: no routes, no database. */
@Module({
  providers: [ToolkitGateway, { provide: TrainingInspection, useClass: TrainingInspectionService }],
  exports: [ToolkitGateway, TrainingInspection],
})
export class TrainingInspectionModule {}
