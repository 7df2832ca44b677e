import { Global, Module } from '@nestjs/common';
import { OwnerNames } from '../access/owner-names';
import { DatabaseModule } from '../database/database.module';
import { AuditEntryEntity } from './audit-entry.entity';
import { AuditLogService } from './audit-log.service';
import { AuditRepository } from './audit.repository';

/** The audit log that every module writes to, and the owner names that admins see. */
@Global()
@Module({
  imports: [DatabaseModule.forFeature([AuditEntryEntity])],
  providers: [AuditRepository, AuditLogService, OwnerNames],
  exports: [AuditRepository, AuditLogService, OwnerNames],
})
export class AuditModule {}
