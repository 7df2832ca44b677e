import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module';
import { ProvidersModule } from '../providers/providers.module';
import { BuiltinWorkflowsStore } from './builtin-workflows.store';
import { CatalogueService } from './catalogue.service';
import { ImportResolver } from './imported/import-resolver.service';
import { ImportedWorkflows } from './imported/imported-workflows.service';
import { LiveCatalogue } from './imported/live-catalogue.service';
import { WorkflowFolderStore } from './imported/workflow-folder.store';
import { RunTimes } from './public/run-times';
import { WorkflowCatalogue } from './public/workflow';
import { RunTimeEntity } from './run-time.entity';
import { RunTimesRepository } from './run-times.repository';
import { RunTimesService } from './run-times.service';
import { WorkflowNodes } from './workflow-nodes.service';
import { WorkflowsController } from './workflows.controller';
import { WorkflowsService } from './workflows.service';

@Module({
  imports: [DatabaseModule.forFeature([RunTimeEntity]), ProvidersModule],
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
    RunTimesRepository,
    RunTimesService,
    { provide: RunTimes, useExisting: RunTimesService },
  ],
  exports: [
    WorkflowCatalogue,
    RunTimes,
    // For the room's other modules.
    BuiltinWorkflowsStore,
    ImportResolver,
    ImportedWorkflows,
    WorkflowFolderStore,
    WorkflowNodes,
    WorkflowsService,
  ],
})
export class WorkflowsModule {}
