import { Global, Module } from '@nestjs/common';
import { AccountsModule } from '../access/accounts.module';
import { DatabaseModule } from '../database/database.module';
import { AuditEntryEntity } from './audit-entry.entity';
import { AuditLogService } from './audit-log.service';
import { AuditRepository } from './audit.repository';

/** The audit log, which every module writes to. */
@Global()
@Module({
  imports: [AccountsModule, DatabaseModule.forFeature([AuditEntryEntity])],
  providers: [AuditRepository, AuditLogService],
  exports: [AuditRepository, AuditLogService],
})
export class AuditModule {}
