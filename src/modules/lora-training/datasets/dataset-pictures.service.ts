import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { MAX_PICTURES } from '../dto/dataset.request';
import type { ItemsChanged } from '../dto/dataset.response';
import { DatasetFull } from './dataset.errors';
import { DatasetChangesStore } from './dataset-changes.store';
import { captionName, DatasetFilesStore } from './dataset-files.store';
import { DatasetStorageService } from './dataset-storage.service';
import type { DatasetRow } from './dataset.entity';

/** A picture to add to a dataset. */
export interface NewPicture {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly caption: string;
  readonly open: () => Readable;
}

/** Puts pictures with their captions into datasets, whose locks the callers hold. */
@Injectable()
export class DatasetPicturesService {
  constructor(
    private readonly files: DatasetFilesStore,
    private readonly changes: DatasetChangesStore,
    private readonly storage: DatasetStorageService,
  ) {}

  /** Adds all pictures or none, replacing those with the same names. @throws DatasetFull, DatasetFolderMissing, QuotaReached, DiskFull */
  async put(dataset: DatasetRow, pictures: readonly NewPicture[]): Promise<ItemsChanged> {
    const { id } = dataset;
    await this.requireRoom(id, pictures);
    const bytes = pictures.reduce((sum, { size }) => sum + size, 0);
    // Before the bytes are counted, so that the next start corrects the count if the process ends here.
    await this.changes.prepare(id);
    await this.storage.reserve(dataset, pictures);
    await this.changes.apply(
      id,
      pictures.flatMap(({ name, caption, open }) => [
        { folder: 'items', name: captionName(name), content: caption },
        { folder: 'items', name, content: open },
      ]),
      bytes,
    );
    return this.changed(
      id,
      pictures.map(({ name }) => name),
    );
  }

  async changed(id: string, changed: string[]): Promise<ItemsChanged> {
    return { changed, image_count: (await this.files.names(id)).length };
  }

  private async requireRoom(id: string, pictures: readonly NewPicture[]): Promise<void> {
    const names = new Set(await this.files.names(id));
    for (const { name } of pictures) names.add(name);
    if (names.size > MAX_PICTURES) throw new DatasetFull(MAX_PICTURES);
  }
}
