import { Global, Module } from '@nestjs/common';
import { AccountRowsRegistry } from '../access/account-rows';
import { OwnerNames } from '../access/owner-names';
import { UnfinishedJobs } from '../access/unfinished-jobs';
import { DatabaseModule } from '../database/database.module';
import { AuditEntryEntity } from './audit-entry.entity';
import { AuditLogService } from './audit-log.service';
import { AuditRepository } from './audit.repository';

/** The audit log that every module writes to, the owner names that admins see, the count of an account's jobs, and what ends with it. */
@Global()
@Module({
  imports: [DatabaseModule.forFeature([AuditEntryEntity])],
  providers: [AuditRepository, AuditLogService, AccountRowsRegistry, OwnerNames, UnfinishedJobs],
  exports: [AuditRepository, AuditLogService, AccountRowsRegistry, OwnerNames, UnfinishedJobs],
})
export class AuditModule {}
