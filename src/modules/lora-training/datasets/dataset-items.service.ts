import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { pageOfList, type PageQuery, readPage } from '../../../platform/http/paging';
import type { Plain } from '../../../platform/plain';
import { MediaLists, type MediaRecord } from '../../media/public/media-lists';
import { mediaPath } from '../../media/public/media-path';
import { MediaNotFound } from '../../media/public/media-not-found';
import { MediaReader } from '../../media/public/media-reader';
import type { NewItemsDto } from '../dto/dataset.request';
import type { DatasetItemPage, ItemsChanged } from '../dto/dataset.response';
import { DatasetFilesStore, isPictureName } from './dataset-files.store';
import { DatasetLocks } from './dataset-locks';
import { DatasetsService } from './datasets.service';

/** Pictures of datasets: copies of media, each with its caption in a text file beside it. */
@Injectable()
export class DatasetItemsService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly files: DatasetFilesStore,
    private readonly locks: DatasetLocks,
    private readonly media: MediaReader,
    private readonly mediaLists: MediaLists,
  ) {}

  /** The pictures of a dataset with their captions, by name. @throws DatasetNotFound */
  async page(caller: Caller, id: string, query: PageQuery): Promise<DatasetItemPage> {
    await this.datasets.find(caller, id);
    const request = readPage(query);
    const page = pageOfList(await this.files.pictures(id), request, {
      key: ({ name }) => name,
      item: (picture) => picture,
    });
    const items = page.items.map(async ({ name, size }) => ({
      name,
      size_bytes: size,
      caption: await this.files.caption(id, name),
    }));
    return { ...page, items: await Promise.all(items) };
  }

  /**
   * Copies media into the dataset after checking all of them. A picture that is in it already is replaced, caption included.
   * @throws DatasetNotFound, DatasetFrozen, DatasetFolderMissing, MediaNotFound, ValidationFailed, DiskFull
   */
  async add(caller: Caller, id: string, body: NewItemsDto): Promise<ItemsChanged> {
    const { caption = '{description}' } = body;
    return this.locks.run(id, async () => {
      await this.datasets.findUnfrozen(caller, id);
      const records = new Map<string, Plain<MediaRecord>>();
      for (const [at, reference] of body.paths.entries()) {
        const record = await this.picture(caller, reference, at);
        records.set(record.path, record);
      }
      for (const { path, description } of records.values())
        await this.copy(
          caller,
          id,
          path,
          caption.replaceAll('{description}', () => description),
        );
      return this.changed(id, [...records.keys()]);
    });
  }

  /** Removes items with their captions. The answer lists only those that existed. @throws DatasetNotFound, DatasetFrozen */
  async remove(caller: Caller, id: string, names: readonly string[]): Promise<ItemsChanged> {
    return this.locks.run(id, async () => {
      await this.datasets.findUnfrozen(caller, id);
      const present = new Set((await this.files.pictures(id)).map(({ name }) => name));
      const removed = [...new Set(names)].filter((name) => present.has(name));
      for (const name of removed) await this.files.remove(id, name);
      return this.changed(id, removed);
    });
  }

  private async picture(
    caller: Caller,
    reference: string,
    at: number,
  ): Promise<Plain<MediaRecord>> {
    const path = mediaPath(reference);
    if (path === null) throw new MediaNotFound(`paths[${at}]`, reference);
    const record = await this.mediaLists.record(caller, path);
    if (record.type === 'image' && isPictureName(path)) return record;
    const message = 'Send the path of a PNG, JPEG or WebP picture.';
    throw ValidationFailed.at(['body', 'paths', at], message);
  }

  private async copy(caller: Caller, id: string, name: string, caption: string): Promise<void> {
    const file = await this.media.find(caller, name);
    const content = file && (await this.media.openContent(file.sha256, file.owner_id));
    if (!content) throw new MediaNotFound();
    await this.files.add(id, { name, open: content.open, caption });
  }

  private async changed(id: string, changed: string[]): Promise<ItemsChanged> {
    return { changed, image_count: (await this.files.pictures(id)).length };
  }
}
