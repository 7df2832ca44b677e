import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import type { Plain } from '../../platform/plain';
import {
  CollectionMedia,
  MAX_PATHS_PER_CHANGE,
  type MembershipChange,
} from '../media/public/collection-media';
import { MediaNotFound } from '../media/public/media-not-found';
import { NotAManualCollection } from './collections.errors';
import { CollectionsService } from './collections.service';
import type {
  AddedItemsResponse,
  FailedItemResponse,
  RemovedItemsResponse,
} from './dto/collection.response';

/** Puts media into manual collections and takes them out. */
@Injectable()
export class CollectionItemsService {
  constructor(
    private readonly collections: CollectionsService,
    private readonly media: CollectionMedia,
  ) {}

  /** @throws CollectionNotFound, NotAManualCollection */
  async add(
    caller: Caller,
    id: string,
    paths: readonly string[],
  ): Promise<Plain<AddedItemsResponse>> {
    const { changed, failed } = await this.change(caller, id, { paths, isMember: true });
    return { id, added: changed, failed };
  }

  /** @throws CollectionNotFound, NotAManualCollection */
  async remove(
    caller: Caller,
    id: string,
    paths: readonly string[],
  ): Promise<Plain<RemovedItemsResponse>> {
    const { changed, failed } = await this.change(caller, id, { paths, isMember: false });
    return { id, removed: changed, failed };
  }

  private async change(
    caller: Caller,
    id: string,
    { paths, isMember }: { readonly paths: readonly string[]; readonly isMember: boolean },
  ): Promise<{ changed: number; failed: Plain<FailedItemResponse>[] }> {
    const collection = await this.collections.find(caller, id);
    if (collection.kind === 'saved') throw new NotAManualCollection();
    const changes: MembershipChange[] = [];
    const unique = [...new Set(paths)];
    // Other writers get their turn between two chunks.
    for (let at = 0; at < unique.length; at += MAX_PATHS_PER_CHANGE) {
      const chunk = unique.slice(at, at + MAX_PATHS_PER_CHANGE);
      await this.collections.change(caller, collection, async () => {
        const change = await this.media.setMembership(caller, id, chunk, isMember);
        changes.push(change);
        return change.changed > 0 ? {} : null;
      });
    }
    const { spec, message: detail } = new MediaNotFound();
    return {
      changed: changes.reduce((sum, { changed }) => sum + changed, 0),
      failed: changes
        .flatMap(({ missing }) => missing)
        .map((path) => ({ path, code: spec.code, detail })),
    };
  }
}
