import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { ownerFilter } from '../../../platform/access/scope';
import {
  type CollectionContent,
  CollectionMedia,
  type CollectionSummary,
  type MembershipChange,
} from '../public/collection-media';
import type { SavedMediaFilterDto } from '../public/saved-media-filter.dto';
import { CollectionMembersRepository, without } from './collection-members.repository';
import { MediaListRepository } from './media-list.repository';
import { MediaScopesService } from './media-scopes.service';
import { MediaRepository } from './media.repository';
import { readFilter } from './read-filter';

/** Memberships of collections, which are part of each asset's entry in the index. */
@Injectable()
export class CollectionMediaService implements CollectionMedia {
  constructor(
    private readonly rows: MediaRepository,
    private readonly members: CollectionMembersRepository,
    private readonly lists: MediaListRepository,
    private readonly scopes: MediaScopesService,
    private readonly owners: OwnerNames,
  ) {}

  checkFilter(filter: SavedMediaFilterDto, loc: readonly string[]): void {
    readFilter(filter, this.owners, loc);
  }

  async setMembership(
    caller: Caller,
    id: string,
    paths: readonly string[],
    isMember: boolean,
  ): Promise<MembershipChange> {
    let changed = 0;
    const items = await this.rows.update(ownerFilter(caller), paths, (item) => {
      if (item.collections.includes(id) === isMember) return item;
      changed += 1;
      return isMember ? { ...item, collections: [...item.collections, id] } : without(item, id);
    });
    const existing = new Set(items.map(({ asset }) => asset.path));
    return { changed, missing: paths.filter((path) => !existing.has(path)) };
  }

  async clear(id: string): Promise<void> {
    await this.members.clear(id);
  }

  async summary(caller: Caller, content: CollectionContent): Promise<CollectionSummary> {
    const expression = this.scopes.ofCollection(caller, content);
    if (!expression) return { count: 0, capped: false, cover: null };
    const counted = await this.lists.count(expression);
    const [newest] = await this.lists.window(expression, { limit: 1 });
    return { ...counted, cover: newest?.path ?? null };
  }
}
