import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CredentialVerdict } from '../../platform/access/credential-verdict';
import { AgentKeysModule } from '../agents/agent-keys.module';
import { AccessGuard } from './access.guard';
import { Callers } from './callers.service';

/** Who may call what. */
@Global()
@Module({
  imports: [AgentKeysModule],
  providers: [
    Callers,
    { provide: CredentialVerdict, useExisting: Callers },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [Callers, CredentialVerdict],
})
export class AuthModule {}
