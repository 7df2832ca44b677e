import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module';
import { ProvidersModule } from '../providers/providers.module';
import { BuiltinWorkflowsStore } from './catalogue/builtin-workflows.store';
import { BuiltinWorkflowsService } from './catalogue/builtin-workflows.service';
import { ImportCacheStore } from './import/import-cache.store';
import { ImportResolverService } from './import/import-resolver.service';
import { ImportedWorkflowsService } from './import/imported-workflows.service';
import { WorkflowCatalogueService } from './catalogue/workflow-catalogue.service';
import { WorkflowFolderStore } from './import/workflow-folder.store';
import { MeasuredRunsEntity } from './run-times/measured-runs.entity';
import { MeasuredRunsRepository } from './run-times/measured-runs.repository';
import { RunTimes } from './public/run-times';
import { WorkflowCatalogue } from './public/workflow';
import { WorkflowRecords } from './public/workflow-records';
import { RunTimesService } from './run-times/run-times.service';
import { WorkflowUses } from './public/workflow-uses';
import { WorkflowUseEntity } from './uses/workflow-use.entity';
import { WorkflowUsesRepository } from './uses/workflow-uses.repository';
import { WorkflowNodesService } from './records/workflow-nodes.service';
import { WorkflowsController } from './records/workflows.controller';
import { WorkflowsService } from './records/workflows.service';

@Module({
  imports: [DatabaseModule.forFeature([MeasuredRunsEntity, WorkflowUseEntity]), ProvidersModule],
  controllers: [WorkflowsController],
  providers: [
    BuiltinWorkflowsStore,
    WorkflowFolderStore,
    ImportCacheStore,
    ImportResolverService,
    ImportedWorkflowsService,
    BuiltinWorkflowsService,
    WorkflowCatalogueService,
    { provide: WorkflowCatalogue, useExisting: WorkflowCatalogueService },
    WorkflowNodesService,
    WorkflowsService,
    { provide: WorkflowRecords, useExisting: WorkflowsService },
    MeasuredRunsRepository,
    RunTimesService,
    { provide: RunTimes, useExisting: RunTimesService },
    { provide: WorkflowUses, useClass: WorkflowUsesRepository },
  ],
  exports: [
    WorkflowCatalogue,
    WorkflowRecords,
    RunTimes,
    WorkflowUses,
    // For WorkflowImportModule.
    ImportResolverService,
    ImportedWorkflowsService,
    WorkflowCatalogueService,
    RunTimesService,
    WorkflowFolderStore,
    WorkflowNodesService,
    WorkflowsService,
  ],
})
export class WorkflowsModule {}
