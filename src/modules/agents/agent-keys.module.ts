import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { DatabaseModule } from '../../platform/database/database.module';
import { AgentKeys } from './agent-keys.service';
import { AgentMint } from './agent-mint.service';
import { AgentNews } from './agent-news.service';
import { AgentEntity } from './agent.entity';
import { AgentsRepository } from './agents.repository';
import { KeyHoldersService } from './key-holders.service';
import { KeyUse } from './key-use.service';
import { OwnerNamesAtStart } from './owner-names-at-start.service';
import { AgentChanges } from './public/agent-changes';
import { KeyHolders } from './public/key-holders';

/** Keys without their HTTP routes: what the guard and the terminal need. */
@Module({
  imports: [AuditModule, DatabaseModule.forFeature([AgentEntity])],
  providers: [
    AgentKeys,
    AgentMint,
    AgentNews,
    AgentsRepository,
    KeyHoldersService,
    KeyUse,
    OwnerNamesAtStart,
    { provide: AgentChanges, useExisting: AgentNews },
    { provide: KeyHolders, useExisting: KeyHoldersService },
  ],
  exports: [AgentChanges, AgentKeys, AgentNews, AgentsRepository, KeyHolders],
})
export class AgentKeysModule {}
