import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { UNRESTRICTED } from '../../../platform/access/caller';
import { DatasetMedia } from '../../media/public/dataset-media';
import { DatasetFilesStore } from './dataset-files.store';
import { DatasetLocks } from './dataset-locks';
import { DatasetStorageService } from './dataset-storage.service';
import { DatasetsRepository } from './datasets.repository';

/**
 * At the start, finishes or removes the changes of datasets that the end of the last process interrupted. Taking the lock
 * of a dataset does that; afterwards its pictures are counted again, and their media become members of it.
 */
@Injectable()
export class DatasetRecoveryService implements OnModuleInit {
  private readonly log = new Logger('Datasets');

  constructor(
    private readonly files: DatasetFilesStore,
    private readonly locks: DatasetLocks,
    private readonly rows: DatasetsRepository,
    private readonly storage: DatasetStorageService,
    private readonly media: DatasetMedia,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const id of await this.files.idsWithState())
      await this.locks
        .run(id, () => this.settle(id))
        .catch((error: unknown) =>
          this.log.warn(
            { err: error },
            `an interrupted change of the dataset ${id} could not be finished or removed`,
          ),
        );
  }

  private async settle(id: string): Promise<void> {
    const dataset = await this.rows.find(id);
    if (!dataset) return;
    await this.storage.recount(dataset);
    const { owner_id: ownerId } = dataset;
    const owner = { ...UNRESTRICTED, isAdmin: ownerId === null, ownerId };
    await this.media.setMembership(owner, id, await this.files.names(id), true);
  }
}
