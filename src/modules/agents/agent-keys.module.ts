import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { AgentChangesService } from './agent-changes.service';
import { AgentKeyFactory } from './agent-key-factory';
import { AgentKeysService } from './agent-keys.service';
import { AgentEntity } from './agent.entity';
import { AgentsRepository } from './agents.repository';
import { KeyAdministrationService } from './key-administration.service';
import { KeyHoldersService } from './key-holders.service';
import { KeyUseService } from './key-use.service';
import { AgentChanges } from './public/agent-changes';
import { KeyAdministration } from './public/key-administration';
import { KeyHolders } from './public/key-holders';

/** Keys without their HTTP routes: what the access guard and the key command line need. */
@Module({
  imports: [AuditModule, DatabaseModule.forFeature([AgentEntity])],
  providers: [
    AgentKeysService,
    AgentKeyFactory,
    AgentChangesService,
    AgentsRepository,
    KeyHoldersService,
    KeyUseService,
    { provide: AgentChanges, useExisting: AgentChangesService },
    { provide: KeyAdministration, useClass: KeyAdministrationService },
    { provide: KeyHolders, useExisting: KeyHoldersService },
  ],
  exports: [
    AgentChanges,
    AgentChangesService,
    AgentKeysService,
    AgentsRepository,
    KeyAdministration,
    KeyHolders,
  ],
})
export class AgentKeysModule {}
