import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { BuiltinWorkflowsStore } from './catalogue/builtin-workflows.store';
import { CatalogueService } from './catalogue/builtin-workflows.service';
import { ImportResolver } from './import/import-resolver.service';
import { ImportedWorkflows } from './import/imported-workflows.service';
import { LiveCatalogue } from './catalogue/live-catalogue.service';
import { NodelessResolver } from './import/nodeless-resolver.service';
import { WorkflowAdministrationService } from './import/workflow-administration.service';
import { WorkflowClaimsStore } from './import/workflow-claims.store';
import { WorkflowFolderStore } from './import/workflow-folder.store';
import { WorkflowShelf } from './import/workflow-shelf.service';
import { WorkflowAdministration } from './public/workflow-administration';
import { WorkflowVerdicts } from './public/workflow-verdicts';
import { WorkflowVerdictsService } from './records/workflow-verdicts.service';

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
