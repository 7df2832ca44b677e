import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AgentChangesService } from './agent-changes.service';
import { AgentsRepository } from './agents.repository';

/** Learns the names of all accounts that ever were; later ones are met when their key is used first. */
@Injectable()
export class OwnerNamesAtStart implements OnModuleInit {
  constructor(
    private readonly rows: AgentsRepository,
    private readonly news: AgentChangesService,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const agent of await this.rows.names()) this.news.cacheOwnerName(agent);
  }
}
