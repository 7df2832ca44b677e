import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { WorkflowClaimsStore } from './workflow-claims.store';
import { WorkflowFolderStore } from './workflow-folder.store';
import { WorkflowShelf } from './workflow-shelf.service';

/** Finishes at the start what killed processes have left in the workflows folder. */
@Injectable()
export class UnfinishedDeeds implements OnApplicationBootstrap {
  private readonly logger = new Logger(UnfinishedDeeds.name);

  constructor(
    private readonly claims: WorkflowClaimsStore,
    private readonly folder: WorkflowFolderStore,
    private readonly shelf: WorkflowShelf,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const claim of await this.claims.unfinished())
      try {
        await this.shelf.resume(claim);
      } catch (error) {
        // Such as a full disk: the next start tries again.
        this.logger.warn({ err: error }, 'a change of the workflows folder is still unfinished');
      }
    this.folder.sweep();
  }
}
