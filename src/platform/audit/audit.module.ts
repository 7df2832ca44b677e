import { Global, Module } from '@nestjs/common';
import { OwnerNames } from '../access/owner-names';
import { UnfinishedJobs } from '../access/unfinished-jobs';
import { DatabaseModule } from '../database/database.module';
import { AuditEntryEntity } from './audit-entry.entity';
import { AuditLogService } from './audit-log.service';
import { AuditRepository } from './audit.repository';

/** The audit log that every module writes to, the owner names that admins see, and the count of an account's jobs. */
@Global()
@Module({
  imports: [DatabaseModule.forFeature([AuditEntryEntity])],
  providers: [AuditRepository, AuditLogService, OwnerNames, UnfinishedJobs],
  exports: [AuditRepository, AuditLogService, OwnerNames, UnfinishedJobs],
})
export class AuditModule {}
