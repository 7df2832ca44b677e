import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { Plain } from '../../../platform/plain';
import { MediaLists, type MediaRecord } from '../../media/public/media-lists';
import { mediaPath } from '../../media/public/media-path';
import { MediaNotFound } from '../../media/public/media-not-found';
import { MediaReader } from '../../media/public/media-reader';
import { MediaSelections } from '../../media/public/media-selections';
import { MAX_CAPTION } from '../captions/edit-captions';
import { MAX_ITEMS_PER_REQUEST, type NewItemsDto } from '../dto/dataset.request';
import { isPictureName } from './dataset-files.store';
import type { NewPicture } from './dataset-pictures.service';

type Media = Plain<MediaRecord>;

/** The media that a request copies into a dataset. */
export interface ChosenMedia {
  readonly pictures: readonly NewPicture[];
  /** Paths that a filter found, but that are no pictures. */
  readonly skipped: string[];
}

/** Looks up the media that requests copy into datasets, by path or by filter. */
@Injectable()
export class ChosenMediaService {
  constructor(
    private readonly media: MediaReader,
    private readonly lists: MediaLists,
    private readonly selections: MediaSelections,
  ) {}

  /** With their captions. @throws MediaNotFound, ValidationFailed */
  async choose(caller: Caller, body: NewItemsDto): Promise<ChosenMedia> {
    const { selected, skipped } = await this.records(caller, body);
    const pictures: NewPicture[] = [];
    for (const record of selected) pictures.push(await this.copyOf(caller, record, body));
    return { pictures, skipped };
  }

  private async records(
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
    const records = await Promise.all(found.map((path) => this.lists.record(caller, path)));
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
      const record = await this.lists.record(caller, path);
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
