import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DatasetFilesStore } from './dataset-files.store';
import { DatasetLocks } from './dataset-locks';

/** Finishes or removes the changes of datasets that the end of the last process interrupted. */
@Injectable()
export class DatasetRecoveryService implements OnModuleInit {
  private readonly log = new Logger('Datasets');

  constructor(
    private readonly files: DatasetFilesStore,
    private readonly locks: DatasetLocks,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const id of await this.files.withState())
      await this.locks
        .run(id, () => Promise.resolve())
        .catch((error: unknown) =>
          this.log.warn({ err: error }, `an interrupted change of the dataset ${id} is left`),
        );
  }
}
