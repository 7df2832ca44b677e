import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module';
import { ProvidersModule } from '../providers/providers.module';
import { BuiltinWorkflowsStore } from './builtin-workflows.store';
import { CatalogueService } from './catalogue.service';
import { ImportResolver } from './imported/import-resolver.service';
import { ImportedWorkflows } from './imported/imported-workflows.service';
import { LiveCatalogue } from './imported/live-catalogue.service';
import { WorkflowFolderStore } from './imported/workflow-folder.store';
import { MeasuredRunsEntity } from './measured-runs.entity';
import { MeasuredRunsRepository } from './measured-runs.repository';
import { RunTimes } from './public/run-times';
import { WorkflowCatalogue } from './public/workflow';
import { WorkflowRecords } from './public/workflow-records';
import { RunTimesService } from './run-times.service';
import { WorkflowNodes } from './workflow-nodes.service';
import { WorkflowsController } from './workflows.controller';
import { WorkflowsService } from './workflows.service';

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
