import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CallerWatch } from '../../platform/access/caller-watch';
import { CredentialVerdict } from '../../platform/access/credential-verdict';
import { AgentKeysModule } from '../agents/agent-keys.module';
import { AccessGuard } from './access.guard';
import { CallerWatches } from './caller-watches.service';
import { Callers } from './callers.service';
import { KeyRequirement } from './key-requirement.service';

/** Who may call what. */
@Global()
@Module({
  imports: [AgentKeysModule],
  providers: [
    Callers,
    CallerWatches,
    KeyRequirement,
    { provide: CallerWatch, useExisting: CallerWatches },
    { provide: CredentialVerdict, useExisting: Callers },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [Callers, CallerWatch, CredentialVerdict],
})
export class AuthModule {}
