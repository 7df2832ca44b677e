import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { AgentKeysService } from './agent-keys.service';
import { AgentKeyFactory } from './agent-key-factory';
import { AgentChangesService } from './agent-changes.service';
import { AgentEntity } from './agent.entity';
import { AgentsRepository } from './agents.repository';
import { KeyHoldersService } from './key-holders.service';
import { KeyUseService } from './key-use.service';
import { OwnerNamesAtStart } from './owner-names-at-start.service';
import { AgentChanges } from './public/agent-changes';
import { KeyHolders } from './public/key-holders';

/** Keys without their HTTP routes: what the guard and the terminal need. */
@Module({
  imports: [AuditModule, DatabaseModule.forFeature([AgentEntity])],
  providers: [
    AgentKeysService,
    AgentKeyFactory,
    AgentChangesService,
    AgentsRepository,
    KeyHoldersService,
    KeyUseService,
    OwnerNamesAtStart,
    { provide: AgentChanges, useExisting: AgentChangesService },
    { provide: KeyHolders, useExisting: KeyHoldersService },
  ],
  exports: [AgentChanges, AgentKeysService, AgentChangesService, AgentsRepository, KeyHolders],
})
export class AgentKeysModule {}
