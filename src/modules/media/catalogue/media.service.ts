import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { ownerFilter } from '../../../platform/access/scope';
import { type PagePosition, readPage, toPage } from '../../../platform/http/paging';
import type { Plain } from '../../../platform/plain';
import type { MediaQuery } from '../dto/media-query.dto';
import type { DeletedMediaResponse, MediaPageResponse, MediaResponse } from '../dto/media.response';
import type { MediaAsset } from '../entities/media-asset.entity';
import { type MediaFilter, MediaListRepository } from './media-list.repository';
import { searchWords } from './search-words';
import { MediaRecordsService } from './media-records.service';
import { MediaRemovalService } from './media-removal.service';
import { MediaRepository } from './media.repository';
import { MediaNotFound } from '../public/media-not-found';
import { isStoredName } from '../storage/stored-name';

/** The catalogue as its callers see it. */
@Injectable()
export class MediaService {
  constructor(
    private readonly rows: MediaRepository,
    private readonly lists: MediaListRepository,
    private readonly records: MediaRecordsService,
    private readonly removal: MediaRemovalService,
    private readonly owners: OwnerNames,
  ) {}

  async page(caller: Caller, query: MediaQuery): Promise<Plain<MediaPageResponse>> {
    const owner = ownerFilter(caller);
    const filter = readFilter(query, this.owners);
    const request = readPage(query);
    const assets = await this.lists.page(owner, filter, request);
    const { next_cursor } = toPage(assets, request, { position, item: ({ path }) => path });
    return {
      items: await this.records.all(caller, assets.slice(0, request.limit)),
      next_cursor,
      ...(request.withTotal ? { total: await this.lists.count(owner, filter) } : {}),
      ...(query.facets ? { facets: await this.lists.facets(owner, filter) } : {}),
    };
  }

  async get(caller: Caller, path: string): Promise<Plain<MediaResponse>> {
    return this.records.one(caller, await this.find(caller, path));
  }

  async delete(caller: Caller, path: string): Promise<Plain<DeletedMediaResponse>> {
    const asset = await this.find(caller, path);
    if (!(await this.removal.remove(caller, asset))) throw new MediaNotFound();
    return { ok: true, path };
  }

  /** The row, if the caller may see it. @throws MediaNotFound */
  async find(caller: Caller, path: string): Promise<MediaAsset> {
    const asset = isStoredName(path) ? await this.rows.find(ownerFilter(caller), path) : null;
    if (!asset) throw new MediaNotFound();
    return asset;
  }
}

const position = ({ created_at, path }: MediaAsset): PagePosition => ({
  sort: created_at,
  id: path,
});

const FILTER_NAMES = ['type', 'project', 'prompt_id', 'tag', 'character', 'dataset'] as const;

/** The filter of a query; absent parameters are absent keys. */
function readFilter(query: MediaQuery, owners: Pick<OwnerNames, 'idOf'>): MediaFilter {
  const names = FILTER_NAMES.filter((name) => query[name] !== undefined);
  return {
    ...Object.fromEntries(names.map((name) => [name, query[name]])),
    ...(query.owner === undefined ? {} : { owner_id: owners.idOf(query.owner) }),
    ...(query.q === undefined ? {} : { words: searchWords(query.q) }),
  };
}
