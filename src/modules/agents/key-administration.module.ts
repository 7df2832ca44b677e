import { Module } from '@nestjs/common';
import { AgentKeysModule } from './agent-keys.module';
import { KeyAdministrationService } from './key-administration.service';
import { KeyAdministration } from './public/key-administration';

/** Keys for the terminal. */
@Module({
  imports: [AgentKeysModule],
  providers: [{ provide: KeyAdministration, useClass: KeyAdministrationService }],
  exports: [KeyAdministration],
})
export class KeyAdministrationModule {}
