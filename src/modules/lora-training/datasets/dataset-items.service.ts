import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { pageOfList, type PageQuery, readPage } from '../../../platform/http/paging';
import type { Plain } from '../../../platform/plain';
import { MediaLists, type MediaRecord } from '../../media/public/media-lists';
import { mediaPath } from '../../media/public/media-path';
import { MediaNotFound } from '../../media/public/media-not-found';
import { MediaReader } from '../../media/public/media-reader';
import { MediaSelections } from '../../media/public/media-selections';
import { MAX_CAPTION } from '../captions/edit-captions';
import { MAX_ITEMS_PER_REQUEST, type NewItemsDto } from '../dto/dataset.request';
import type { DatasetItemPage, ItemsAdded, ItemsChanged } from '../dto/dataset.response';
import { DatasetFilesStore, isPictureName } from './dataset-files.store';
import { DatasetLocks } from './dataset-locks';
import { DatasetPicturesService, type NewPicture } from './dataset-pictures.service';
import { DatasetSlots } from './dataset-slots';
import { DatasetsService } from './datasets.service';

type Media = Plain<MediaRecord>;

/** Pictures of datasets: copies of media, each with its caption in a text file beside it. */
@Injectable()
export class DatasetItemsService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly pictures: DatasetPicturesService,
    private readonly files: DatasetFilesStore,
    private readonly locks: DatasetLocks,
    private readonly slots: DatasetSlots,
    private readonly media: MediaReader,
    private readonly mediaLists: MediaLists,
    private readonly selections: MediaSelections,
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
   * Copies media into the dataset: all or none. A picture that is in it already is replaced, caption included.
   * @throws DatasetNotFound, DatasetFrozen, DatasetFull, DatasetFolderMissing, MediaNotFound, ValidationFailed, DatasetWorkBusy, DiskFull
   */
  async add(caller: Caller, id: string, body: NewItemsDto): Promise<ItemsAdded> {
    return this.locks.run(id, async () => {
      await this.datasets.findUnfrozen(caller, id);
      const { selected, skipped } = await this.select(caller, body);
      const pictures: NewPicture[] = [];
      for (const record of selected) pictures.push(await this.copyOf(caller, record, body));
      if (pictures.length > 0 && body.dry_run !== true)
        return this.slots.run(caller.ownerId, async () => ({
          ...(await this.pictures.put(id, pictures)),
          skipped,
        }));
      const names = pictures.map(({ name }) => name);
      return { ...(await this.pictures.changed(id, names)), skipped };
    });
  }

  /** Removes items with their captions. The answer lists only those that existed. @throws DatasetNotFound, DatasetFrozen */
  async remove(caller: Caller, id: string, names: readonly string[]): Promise<ItemsChanged> {
    return this.locks.run(id, async () => {
      await this.datasets.findUnfrozen(caller, id);
      const present = new Set((await this.files.pictures(id)).map(({ name }) => name));
      const removed = [...new Set(names)].filter((name) => present.has(name));
      for (const name of removed) await this.files.remove(id, name);
      return this.pictures.changed(id, removed);
    });
  }

  private async select(
    caller: Caller,
    { paths, filter, included_in_training_dataset: isForTraining = false }: NewItemsDto,
  ): Promise<{ selected: readonly Media[]; skipped: string[] }> {
    if (paths !== undefined && filter === undefined && !isForTraining)
      return { selected: await this.named(caller, paths), skipped: [] };
    if (paths !== undefined || (filter === undefined && !isForTraining))
      throw ValidationFailed.at(
        ['body', 'paths'],
        'Send either paths, or a filter or included_in_training_dataset.',
      );
    const limit = MAX_ITEMS_PER_REQUEST + 1;
    const found = await this.selections.newest(caller, filter ?? {}, { isForTraining, limit });
    if (found.length > MAX_ITEMS_PER_REQUEST)
      throw ValidationFailed.at(
        ['body', 'filter'],
        `Send a filter that finds fewer media: one request copies at most ${MAX_ITEMS_PER_REQUEST}.`,
      );
    const records = await Promise.all(found.map((path) => this.mediaLists.record(caller, path)));
    return {
      selected: records.filter(isPicture),
      skipped: records.filter((record) => !isPicture(record)).map(({ path }) => path),
    };
  }

  private async named(caller: Caller, paths: readonly string[]): Promise<readonly Media[]> {
    const records = new Map<string, Media>();
    for (const [at, reference] of paths.entries()) {
      const path = mediaPath(reference);
      if (path === null) throw new MediaNotFound(`paths[${at}]`, reference);
      const record = await this.mediaLists.record(caller, path);
      if (!isPicture(record))
        throw ValidationFailed.at(
          ['body', 'paths', at],
          'Send the path of a PNG, JPEG or WebP picture.',
        );
      records.set(record.path, record);
    }
    return [...records.values()];
  }

  private async copyOf(
    caller: Caller,
    { path, description }: Media,
    { caption: template = '{description}' }: NewItemsDto,
  ): Promise<NewPicture> {
    const caption = template.replaceAll('{description}', () => description).trim();
    if (caption.length > MAX_CAPTION)
      throw ValidationFailed.at(
        ['body', 'caption'],
        `Send a caption that gets at most ${MAX_CAPTION} characters with the description of ${path}.`,
      );
    const file = await this.media.find(caller, path);
    const content = file && (await this.media.openContent(file.sha256, file.owner_id));
    if (!content) throw new MediaNotFound();
    return { name: path, size: content.size, caption, open: content.open };
  }
}

const isPicture = ({ type, path }: Media): boolean => type === 'image' && isPictureName(path);
