import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { BuiltinWorkflowsService } from './catalogue/builtin-workflows.service';
import { BuiltinWorkflowsStore } from './catalogue/builtin-workflows.store';
import { WorkflowCatalogueService } from './catalogue/workflow-catalogue.service';
import { ImportCacheStore } from './import/import-cache.store';
import { ImportedWorkflowsService } from './import/imported-workflows.service';
import { ImportResolverService } from './import/import-resolver.service';
import { WorkflowAdministrationService } from './import/workflow-administration.service';
import { UNANNOUNCED, WorkflowChanges } from './import/workflow-changes';
import { WorkflowFolderStore } from './import/workflow-folder.store';
import { WorkflowImporterService } from './import/workflow-importer.service';
import { WorkflowAdministration } from './public/workflow-administration';

/** Workflows for the command line: no nodes, no routes. */
@Module({
  imports: [AuditModule],
  providers: [
    BuiltinWorkflowsStore,
    BuiltinWorkflowsService,
    ImportCacheStore,
    ImportedWorkflowsService,
    ImportResolverService,
    WorkflowCatalogueService,
    WorkflowFolderStore,
    WorkflowImporterService,
    { provide: WorkflowChanges, useValue: UNANNOUNCED },
    { provide: WorkflowAdministration, useClass: WorkflowAdministrationService },
  ],
  exports: [WorkflowAdministration],
})
export class WorkflowAdministrationModule {}
