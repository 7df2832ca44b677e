import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { pageOfList, type PageQuery, readPage } from '../../../platform/http/paging';
import { DatasetMedia } from '../../media/public/dataset-media';
import { MediaNotFound } from '../../media/public/media-not-found';
import type { NewItemsDto } from '../dto/dataset.request';
import type { DatasetItemPage, ItemsAdded, ItemsChanged } from '../dto/dataset.response';
import { ChosenMediaService } from './chosen-media.service';
import { DatasetFilesStore } from './dataset-files.store';
import { DatasetPicturesService } from './dataset-pictures.service';
import { DatasetSlots } from './dataset-slots';
import { DatasetsService } from './datasets.service';
import { isMissing } from '../../../platform/missing-file';

/** Pictures of datasets: copies of media, each with its caption in a text file beside it. */
@Injectable()
export class DatasetItemsService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly pictures: DatasetPicturesService,
    private readonly files: DatasetFilesStore,
    private readonly slots: DatasetSlots,
    private readonly chosen: ChosenMediaService,
    private readonly media: DatasetMedia,
  ) {}

  /** The pictures of a dataset with their captions, by name. @throws DatasetNotFound */
  async page(caller: Caller, id: string, query: PageQuery): Promise<DatasetItemPage> {
    await this.datasets.find(caller, id);
    const request = readPage(query, id);
    const page = pageOfList(await this.files.pictures(id), request, {
      key: ({ name }) => name,
      item: (picture) => picture,
    });
    const items = page.items.map(async ({ name, size }) => ({
      name,
      size_bytes: size,
      caption: await this.files.caption(id, name),
      url: `/api/lora-training/datasets/${id}/items/${encodeURIComponent(name)}/file`,
    }));
    return { ...page, items: await Promise.all(items) };
  }

  /**
   * Copies media into the dataset: all or none. A picture that is in it already is replaced, caption included.
   * @throws DatasetNotFound, DatasetFrozen, DatasetFull, DatasetFolderMissing, MediaNotFound, ValidationFailed, DatasetWorkBusy, QuotaReached, DiskFull
   */
  async add(caller: Caller, id: string, body: NewItemsDto): Promise<ItemsAdded> {
    if (body.dry_run === true) return this.addable(caller, id, body);
    return this.datasets.change(caller, id, async (dataset) => {
      const { pictures, skipped } = await this.chosen.choose(caller, body);
      const names = pictures.map(({ name }) => name);
      if (names.length === 0) return { ...(await this.pictures.changed(id, names)), skipped };
      const changed = await this.slots
        .run(caller.ownerId, () => this.pictures.put(dataset, pictures))
        .catch(explainPurge);
      await this.media.setMembership(caller, id, names, true);
      return { ...changed, skipped };
    });
  }

  /** What {@link add} would add, also while the dataset is frozen. */
  private async addable(caller: Caller, id: string, body: NewItemsDto): Promise<ItemsAdded> {
    await this.datasets.find(caller, id);
    const { pictures, skipped } = await this.chosen.choose(caller, body);
    const names = pictures.map(({ name }) => name);
    return { ...(await this.pictures.changed(id, names)), skipped };
  }

  /** Removes items with their captions. The answer lists only those that existed. @throws DatasetNotFound, DatasetFrozen */
  async remove(caller: Caller, id: string, names: readonly string[]): Promise<ItemsChanged> {
    return this.datasets.change(caller, id, async () => {
      // First: after a kill, the next start makes members of the pictures that are left, but of no others.
      await this.media.setMembership(caller, id, names, false);
      const removed = await this.files.remove(id, names);
      return this.pictures.changed(id, removed);
    });
  }
}

/** A picture that was purged after it was chosen has no file any more. */
function explainPurge(error: unknown): never {
  throw isMissing(error) ? new MediaNotFound() : error;
}
