import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CallerWatch } from '../../platform/access/caller-watch';
import { CredentialChecker } from '../../platform/access/credential-checker';
import { AgentKeysModule } from '../agents/agent-keys.module';
import { AccessGuard } from './access.guard';
import { CallerWatchesService } from './caller-watches.service';
import { CallersService } from './callers.service';
import { KeyRequirementService } from './key-requirement.service';

/** Authenticates callers and checks what they may call. */
@Global()
@Module({
  imports: [AgentKeysModule],
  providers: [
    CallersService,
    CallerWatchesService,
    KeyRequirementService,
    { provide: CallerWatch, useExisting: CallerWatchesService },
    { provide: CredentialChecker, useExisting: CallersService },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [CallersService, CallerWatch, CredentialChecker],
})
export class AuthModule {}
