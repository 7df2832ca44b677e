import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DatasetFilesStore } from './dataset-files.store';
import { DatasetLocks } from './dataset-locks';
import { DatasetStorageService } from './dataset-storage.service';
import { DatasetsRepository } from './datasets.repository';

/** Finishes or removes the changes of datasets that the end of the last process interrupted. */
@Injectable()
export class DatasetRecoveryService implements OnModuleInit {
  private readonly log = new Logger('Datasets');

  constructor(
    private readonly files: DatasetFilesStore,
    private readonly locks: DatasetLocks,
    private readonly rows: DatasetsRepository,
    private readonly storage: DatasetStorageService,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const id of await this.files.withState())
      await this.locks
        .run(id, () => this.settle(id))
        .catch((error: unknown) =>
          this.log.warn({ err: error }, `an interrupted change of the dataset ${id} is left`),
        );
  }

  private async settle(id: string): Promise<void> {
    const dataset = await this.rows.find(id);
    if (dataset) await this.storage.settle(dataset);
  }
}
