import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { AgentKeysModule } from '../agents/agent-keys.module';
import { GenerationModule } from '../generation/generation.module';
import { JobsModule } from '../jobs/jobs.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { BatchAdmissionService } from './admission/batch-admission.service';
import { BatchCreationService } from './admission/batch-creation.service';
import { BatchChildrenService } from './batch-children.service';
import { BatchesController } from './batches.controller';
import { BatchesService } from './batches.service';
import { BatchEventsService } from './feeding/batch-events.service';
import { BatchFeederService } from './feeding/batch-feeder.service';
import { BatchRunsService } from './feeding/batch-runs.service';
import { OpenBatchesService } from './feeding/open-batches.service';
import { ContactSheetService } from './contact-sheet.service';
import { ImagingModule } from '../../platform/imaging/imaging.module';
import { MediaModule } from '../media/media.module';
import { BatchCreator } from './public/batch-creator';
import { BatchFeeding } from './public/batch-feeding';
import { BatchEntity, BatchRefusalEntity } from './records/batch.entity';
import { BatchRecordsService } from './records/batch-records.service';
import { BatchesRepository } from './records/batches.repository';
import { registerFeature } from '../../platform/observability/features';

registerFeature('batches');

/** Many runs from one request: admitted together, fed into the queue a few at a time. */
@Module({
  imports: [
    AuditModule,
    DatabaseModule.forFeature([BatchEntity, BatchRefusalEntity]),
    AgentKeysModule,
    GenerationModule,
    ImagingModule,
    JobsModule,
    MediaModule,
    WorkflowsModule,
  ],
  controllers: [BatchesController],
  providers: [
    BatchesRepository,
    BatchRecordsService,
    BatchAdmissionService,
    BatchCreationService,
    { provide: BatchCreator, useExisting: BatchCreationService },
    { provide: BatchFeeding, useClass: BatchFeederService },
    BatchRunsService,
    OpenBatchesService,
    BatchEventsService,
    BatchesService,
    BatchChildrenService,
    ContactSheetService,
  ],
  exports: [BatchCreator, BatchFeeding],
})
export class BatchesModule {}
