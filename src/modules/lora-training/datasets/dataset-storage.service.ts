import { Injectable } from '@nestjs/common';
import { OwnerStorage } from '../../media/public/owner-storage';
import { DatasetFilesStore } from './dataset-files.store';
import type { DatasetRow } from './dataset.entity';

type Counted = Pick<DatasetRow, 'id' | 'owner_id' | 'source'>;

/**
 * Counts the pictures of datasets against the storage limit of their owner; folders that were registered are not counted.
 * Callers hold the dataset's lock.
 */
@Injectable()
export class DatasetStorageService {
  constructor(
    private readonly files: DatasetFilesStore,
    private readonly storage: OwnerStorage,
  ) {}

  /** Counts pictures before they are written; {@link settle} corrects that. @throws QuotaReached */
  async reserve(dataset: Counted, bytes: number): Promise<void> {
    if (dataset.source !== 'made') return;
    const sum = (await this.bytesOf(dataset)) + bytes;
    await this.storage.reserve(nameOf(dataset), dataset.owner_id, sum);
  }

  /** Counts what the folder holds now. */
  async settle(dataset: Counted): Promise<void> {
    if (dataset.source !== 'made') return;
    await this.storage.record(nameOf(dataset), dataset.owner_id, await this.bytesOf(dataset));
  }

  private async bytesOf({ id }: Counted): Promise<number> {
    const pictures = await this.files.pictures(id);
    return pictures.reduce((sum, { size }) => sum + size, 0);
  }
}

const nameOf = ({ id }: Counted): string => `dataset:${id}`;
