import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import { labelsOf, type MediaItem } from '../index/media-item';
import { DatasetMedia } from '../public/dataset-media';
import { isStoredName } from '../storage/stored-name';
import { MAX_ITEMS_PER_CHANGE } from './media-items.repository';
import { MediaRepository } from './media.repository';

/** Labels media with the training datasets that they were copied into. */
@Injectable()
export class DatasetMediaService implements DatasetMedia {
  constructor(private readonly rows: MediaRepository) {}

  async setMembership(
    caller: Caller,
    dataset: string,
    paths: readonly string[],
    isMember: boolean,
  ): Promise<void> {
    const stored = paths.filter(isStoredName);
    // Other writers get their turn between two chunks.
    for (let at = 0; at < stored.length; at += MAX_ITEMS_PER_CHANGE)
      await this.rows.update(
        ownerFilter(caller),
        stored.slice(at, at + MAX_ITEMS_PER_CHANGE),
        (item) => withMembership(item, dataset, isMember),
      );
  }
}

/** The same item if nothing changes. */
function withMembership(item: MediaItem, dataset: string, isMember: boolean): MediaItem {
  if (labelsOf(item, 'dataset').includes(dataset) === isMember) return item;
  const others = item.labels.filter(({ kind, value }) => kind !== 'dataset' || value !== dataset);
  return {
    ...item,
    labels: isMember ? [...others, { kind: 'dataset', value: dataset }] : others,
  };
}
