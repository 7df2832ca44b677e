import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { BuiltinWorkflowsStore } from './builtin-workflows.store';
import { CatalogueService } from './catalogue.service';
import { ImportResolver } from './imported/import-resolver.service';
import { ImportedWorkflows } from './imported/imported-workflows.service';
import { LiveCatalogue } from './imported/live-catalogue.service';
import { NodelessResolver } from './imported/nodeless-resolver.service';
import { WorkflowAdministrationService } from './imported/workflow-administration.service';
import { WorkflowClaimsStore } from './imported/workflow-claims.store';
import { WorkflowFolderStore } from './imported/workflow-folder.store';
import { WorkflowShelf } from './imported/workflow-shelf.service';
import { WorkflowAdministration } from './public/workflow-administration';
import { WorkflowVerdicts } from './public/workflow-verdicts';
import { WorkflowVerdictsService } from './workflow-verdicts.service';

/** Workflows for the terminal: no nodes, no routes. */
@Module({
  imports: [AuditModule],
  providers: [
    BuiltinWorkflowsStore,
    CatalogueService,
    ImportedWorkflows,
    LiveCatalogue,
    NodelessResolver,
    WorkflowClaimsStore,
    WorkflowFolderStore,
    WorkflowShelf,
    { provide: ImportResolver, useExisting: NodelessResolver },
    { provide: WorkflowAdministration, useClass: WorkflowAdministrationService },
    { provide: WorkflowVerdicts, useClass: WorkflowVerdictsService },
  ],
  exports: [WorkflowAdministration, WorkflowVerdicts],
})
export class WorkflowAdministrationModule {}
