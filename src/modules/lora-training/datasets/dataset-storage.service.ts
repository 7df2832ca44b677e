import { Injectable } from '@nestjs/common';
import { OwnerStorage } from '../../media/public/owner-storage';
import { DatasetFilesStore } from './dataset-files.store';
import type { DatasetRow } from './dataset.entity';
import { DatasetsRepository } from './datasets.repository';

type Counted = Pick<DatasetRow, 'id' | 'owner_id' | 'source'>;

/**
 * Counts the pictures of datasets against the storage limit of their owner; folders that were registered are not counted.
 * Callers hold the dataset's lock.
 */
@Injectable()
export class DatasetStorageService {
  constructor(
    private readonly files: DatasetFilesStore,
    private readonly rows: DatasetsRepository,
    private readonly storage: OwnerStorage,
  ) {}

  /** Counts pictures before they are written; {@link recount} corrects that. @throws QuotaReached */
  async reserve(
    dataset: Counted,
    pictures: readonly { readonly name: string; readonly size: number }[],
  ): Promise<void> {
    if (!isCounted(dataset)) return;
    const added = new Set(pictures.map(({ name }) => name));
    const staying = (await this.files.pictures(dataset.id)).filter(({ name }) => !added.has(name));
    const sum = bytesOf(staying) + bytesOf(pictures);
    await this.storage.reserve(nameOf(dataset), dataset.owner_id, sum);
  }

  /** Counts what the folder holds now. A folder that is missing may be back later, unless the dataset is deleted. */
  async recount(dataset: Counted): Promise<void> {
    if (!isCounted(dataset)) return;
    const { id, owner_id } = dataset;
    if (!(await this.files.exists(id)) && (await this.rows.find(id))) return;
    await this.storage.record(nameOf(dataset), owner_id, bytesOf(await this.files.pictures(id)));
  }

  /** Stops counting a dataset that is deleted. */
  async release(dataset: Counted): Promise<void> {
    await this.storage.record(nameOf(dataset), dataset.owner_id, 0);
  }
}

const isCounted = ({ source, owner_id }: Counted): boolean =>
  source === 'made' && owner_id !== null;

const bytesOf = (pictures: readonly { readonly size: number }[]): number =>
  pictures.reduce((sum, { size }) => sum + size, 0);

const nameOf = ({ id }: Counted): string => `dataset:${id}`;
