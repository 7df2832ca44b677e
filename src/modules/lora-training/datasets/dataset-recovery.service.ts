import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { UNRESTRICTED } from '../../../platform/access/caller';
import { DatasetMedia } from '../../media/public/dataset-media';
import { DatasetFilesStore } from './dataset-files.store';
import { DatasetLocks } from './dataset-locks';
import { DatasetStorageService } from './dataset-storage.service';
import { DatasetsRepository } from './datasets.repository';

/**
 * At the start, settles the datasets with a change that the end of a process interrupted, or that failed. Taking the lock of
 * a dataset finishes or removes the change; afterwards its pictures are counted again, and their media become members of it.
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
    for (const id of await this.files.unsettled())
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
    if (!dataset) return this.files.unmark(id);
    await this.storage.recount(dataset);
    const { owner_id: ownerId } = dataset;
    const owner = { ...UNRESTRICTED, isAdmin: ownerId === null, ownerId };
    await this.media.setMembership(owner, id, await this.files.names(id), true);
    await this.files.unmark(id);
  }
}
