import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { MediaModule } from '../media/media.module';
import { WorkflowsModule } from './workflows.module';
import { FolderLog } from './imported/folder-log.service';
import { ImportReports } from './imported/import-reports.service';
import { ImportSources } from './imported/import-sources.service';
import { UnfinishedDeeds } from './imported/unfinished-deeds.service';
import { WorkflowClaimsStore } from './imported/workflow-claims.store';
import { WorkflowImportController } from './imported/workflow-import.controller';
import { WorkflowImportService } from './imported/workflow-import.service';
import { WorkflowNews } from './imported/workflow-news.service';
import { WorkflowShelf } from './imported/workflow-shelf.service';

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
