import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { MediaModule } from '../media/media.module';
import { EmbeddedController } from './embedded/embedded.controller';
import { EmbeddedSettingsService } from './embedded/embedded-settings.service';
import { FolderLogService } from './import/folder-log.service';
import { FolderWatchService } from './import/folder-watch.service';
import { WorkflowChanges } from './import/workflow-changes';
import { WorkflowImportController } from './import/workflow-import.controller';
import { WorkflowImporterService } from './import/workflow-importer.service';
import { WorkflowImportService } from './import/workflow-import.service';
import { WorkflowsModule } from './workflows.module';
import { registerFeature } from '../../platform/observability/features';

registerFeature('workflow_import');

/** Importing and removing workflows over HTTP, and the watch over the workflows folder. */
@Module({
  imports: [AuditModule, MediaModule, WorkflowsModule],
  controllers: [EmbeddedController, WorkflowImportController],
  providers: [
    EmbeddedSettingsService,
    FolderLogService,
    FolderWatchService,
    { provide: WorkflowChanges, useExisting: FolderWatchService },
    WorkflowImporterService,
    WorkflowImportService,
  ],
})
export class WorkflowImportModule {}
