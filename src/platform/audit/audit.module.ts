import { Global, Module } from '@nestjs/common';
import { OwnerNames } from '../access/owner-names';
import { DatabaseModule } from '../database/database.module';
import { AuditEntryEntity } from './audit-entry.entity';
import { AuditLogService } from './audit-log.service';
import { AuditRepository } from './audit.repository';

/** Who did what: the trail that every room writes to, and the names that admins see on things. */
@Global()
@Module({
  imports: [DatabaseModule.forFeature([AuditEntryEntity])],
  providers: [AuditRepository, AuditLogService, OwnerNames],
  exports: [AuditRepository, AuditLogService, OwnerNames],
})
export class AuditModule {}
