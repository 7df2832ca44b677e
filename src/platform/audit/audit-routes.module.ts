import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller';
import { AuditModule } from './audit.module';
import { AuditService } from './audit.service';

/** The audit log over HTTP; apart from `AuditModule`, which the command line uses without routes. */
@Module({ imports: [AuditModule], controllers: [AuditController], providers: [AuditService] })
export class AuditRoutesModule {}
