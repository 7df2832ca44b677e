import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module';
import { ProvidersModule } from '../providers/providers.module';
import { BuiltinWorkflowsStore } from './catalogue/builtin-workflows.store';
import { CatalogueService } from './catalogue/builtin-workflows.service';
import { ImportResolver } from './import/import-resolver.service';
import { ImportedWorkflows } from './import/imported-workflows.service';
import { LiveCatalogue } from './catalogue/live-catalogue.service';
import { WorkflowFolderStore } from './import/workflow-folder.store';
import { MeasuredRunsEntity } from './run-times/measured-runs.entity';
import { MeasuredRunsRepository } from './run-times/measured-runs.repository';
import { RunTimes } from './public/run-times';
import { WorkflowCatalogue } from './public/workflow';
import { WorkflowRecords } from './public/workflow-records';
import { RunTimesService } from './run-times/run-times.service';
import { WorkflowNodes } from './records/workflow-nodes.service';
import { WorkflowsController } from './records/workflows.controller';
import { WorkflowsService } from './records/workflows.service';

@Module({
  imports: [DatabaseModule.forFeature([MeasuredRunsEntity]), ProvidersModule],
  controllers: [WorkflowsController],
  providers: [
    BuiltinWorkflowsStore,
    WorkflowFolderStore,
    ImportResolver,
    ImportedWorkflows,
    CatalogueService,
    LiveCatalogue,
    { provide: WorkflowCatalogue, useExisting: LiveCatalogue },
    WorkflowNodes,
    WorkflowsService,
    { provide: WorkflowRecords, useExisting: WorkflowsService },
    MeasuredRunsRepository,
    RunTimesService,
    { provide: RunTimes, useExisting: RunTimesService },
  ],
  exports: [
    WorkflowCatalogue,
    WorkflowRecords,
    RunTimes,
    // For the room's other modules.
    BuiltinWorkflowsStore,
    ImportResolver,
    ImportedWorkflows,
    LiveCatalogue,
    RunTimesService,
    WorkflowFolderStore,
    WorkflowNodes,
    WorkflowsService,
  ],
})
export class WorkflowsModule {}
