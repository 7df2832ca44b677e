import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { OwnerNames } from '../../../platform/access/owner-names';
import { ConfigService } from '../../../platform/config/config.service';
import { TrainingRunsRepository } from '../runs/training-runs.repository';
import { LoraFolderStore } from './lora-folder.store';
import { ownerFolder } from './lora-owner-folder';

/** Removes the copies of checkpoints that the end of the last process interrupted: each may be gigabytes. */
@Injectable()
export class LoraFolderRecoveryService implements OnApplicationBootstrap {
  private readonly log = new Logger('Training');

  constructor(
    private readonly runs: TrainingRunsRepository,
    private readonly folder: LoraFolderStore,
    private readonly owners: OwnerNames,
    private readonly config: ConfigService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.current().training.lora_dir === null) return;
    try {
      for (const ownerId of [null, ...(await this.runs.owners())])
        await this.folder.sweep(ownerFolder(this.owners.nameOf(ownerId)));
    } catch (error) {
      this.log.error({ err: error }, 'interrupted copies of published LoRAs are left');
    }
  }
}
