import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { Plain } from '../../../platform/plain';
import { MediaLists, type MediaRecord } from '../../media/public/media-lists';
import { mediaPath } from '../../media/public/media-path';
import { MediaNotFound } from '../../media/public/media-not-found';
import { type MediaFile, MediaReader } from '../../media/public/media-reader';
import { MediaSelections } from '../../media/public/media-selections';
import { narrows } from '../../media/public/saved-media-filter.dto';
import { MAX_CAPTION } from '../captions/edit-captions';
import { MAX_PICTURES, type NewItemsDto } from '../dto/dataset.request';
import { isPictureName } from './dataset-files.store';
import type { NewPicture } from './dataset-pictures.service';

type Media = Plain<MediaRecord>;

/** The media that a request copies into a dataset. */
export interface ChosenMedia {
  readonly pictures: readonly NewPicture[];
  /** Paths that a filter found, but that are not pictures. */
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
    const paths = selected.map(({ path }) => path);
    const files = await this.media.findAll(caller, paths);
    const pictures: NewPicture[] = [];
    for (const record of selected)
      pictures.push(await this.copyOf(record, files.get(record.path), body));
    return { pictures, skipped };
  }

  private async records(
    caller: Caller,
    body: NewItemsDto,
  ): Promise<{ selected: readonly Media[]; skipped: string[] }> {
    const { paths, filter, included_in_training_dataset: isForTraining = false } = body;
    if (paths !== undefined && filter === undefined && !isForTraining)
      return { selected: await this.named(caller, paths), skipped: [] };
    requireFilter(body);
    const limit = MAX_PICTURES + 1;
    const found = await this.selections.newest(caller, filter ?? {}, { isForTraining, limit });
    if (found.length > MAX_PICTURES)
      throw ValidationFailed.at(
        ['body', 'filter'],
        `Send a filter that finds fewer media: one request copies at most ${MAX_PICTURES}.`,
      );
    const byPath = await this.lists.recordsOf(caller, found);
    const records = found.flatMap((path) => byPath.get(path) ?? []);
    return {
      selected: records.filter(isPicture),
      skipped: records.filter((record) => !isPicture(record)).map(({ path }) => path),
    };
  }

  private async named(caller: Caller, paths: readonly string[]): Promise<readonly Media[]> {
    const stored = paths.map((reference, at) => {
      const path = mediaPath(reference);
      if (path === null) throw new MediaNotFound(`paths[${at}]`, reference);
      return path;
    });
    const records = await this.lists.recordsOf(caller, stored);
    for (const [at, path] of stored.entries()) {
      const record = records.get(path);
      if (!record) throw new MediaNotFound(`paths[${at}]`, path);
      if (!isPicture(record))
        throw ValidationFailed.at(
          ['body', 'paths', at],
          'Send the path of a PNG, JPEG or WebP picture.',
        );
    }
    return [...new Set(stored)].flatMap((path) => records.get(path) ?? []);
  }

  private async copyOf(
    { path, description }: Media,
    file: MediaFile | undefined,
    { caption: template = '{description}' }: NewItemsDto,
  ): Promise<NewPicture> {
    const caption = captionOf(template, description);
    if (caption.length > MAX_CAPTION)
      throw ValidationFailed.at(
        ['body', 'caption'],
        `Send a caption that gets at most ${MAX_CAPTION} characters with the description of ${path}.`,
      );
    const content = file && (await this.media.openContent(file.sha256, file.owner_id));
    if (!content) throw new MediaNotFound();
    return { name: path, size: content.size, caption, open: content.open };
  }
}

/** Otherwise a request would copy the whole library by mistake. @throws ValidationFailed */
function requireFilter({ paths, filter, included_in_training_dataset }: NewItemsDto): void {
  if (paths !== undefined || (filter === undefined && included_in_training_dataset !== true))
    throw ValidationFailed.at(
      ['body', 'paths'],
      'Send either paths, or a filter or included_in_training_dataset.',
    );
  if (included_in_training_dataset !== true && !narrows(filter ?? {}))
    throw ValidationFailed.at(['body', 'filter'], 'Send at least one filter.');
}

/** The caption that a template makes of a description. Without a description, its comma is left out, too. */
function captionOf(template: string, description: string): string {
  const caption = template.replaceAll('{description}', () => description).trim();
  if (description !== '') return caption;
  const parts = caption.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').join(', ');
}

const isPicture = ({ type, path }: Media): boolean => type === 'image' && isPictureName(path);
