import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { MediaModule } from '../media/media.module';
import { WorkflowsModule } from './workflows.module';
import { FolderLog } from './import/folder-log.service';
import { ImportReports } from './import/import-reports.service';
import { ImportSources } from './import/import-sources.service';
import { UnfinishedDeeds } from './import/unfinished-deeds.service';
import { WorkflowClaimsStore } from './import/workflow-claims.store';
import { WorkflowImportController } from './import/workflow-import.controller';
import { WorkflowImportService } from './import/workflow-import.service';
import { WorkflowNews } from './import/workflow-news.service';
import { WorkflowShelf } from './import/workflow-shelf.service';

/** Workflows that people bring: import, removal, and news of both. */
@Module({
  imports: [AuditModule, MediaModule, WorkflowsModule],
  controllers: [WorkflowImportController],
  providers: [
    FolderLog,
    ImportReports,
    ImportSources,
    UnfinishedDeeds,
    WorkflowClaimsStore,
    WorkflowImportService,
    WorkflowNews,
    WorkflowShelf,
  ],
})
export class WorkflowImportModule {}
