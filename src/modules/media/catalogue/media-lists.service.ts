import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import {
  encodeCursor,
  integerSort,
  type PagePosition,
  type PageQuery,
  type PageRequest,
  readPage,
  toPage,
} from '../../../platform/http/paging';
import type { Plain } from '../../../platform/plain';
import type { MediaQuery, MediaTagsQuery } from '../dto/media-query.dto';
import type {
  MediaFacetsResponse,
  MediaPageResponse,
  MediaResponse,
  MediaTagsResponse,
} from '../dto/media.response';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaLists } from '../public/media-lists';
import { MediaNotFound } from '../public/media-not-found';
import { foldMarks } from '../index/index-words';
import { type FacetCount, MediaCountsRepository } from '../index/media-counts.repository';
import { cursorAfter, readCursor } from './list-cursors';
import { MAX_COUNTED, MediaListRepository, type MediaSort } from './media-list.repository';
import { MediaRecordsService } from './media-records.service';
import { MediaRepository } from './media.repository';
import { type MediaScope, MediaScopesService } from './media-scopes.service';

/** Values in the answer for each facet; the most frequent are kept. */
const MAX_FACET_VALUES = 100;
/** Tags that a search for tags looks through, the most frequent. */
const MAX_TAGS = 20_000;
/** Other requests wait while so many tags are compared. */
const TAGS_PER_TURN = 500;

/** Pages of the library with their totals and facets, and the tags in use. */
@Injectable()
export class MediaListsService implements MediaLists {
  constructor(
    private readonly lists: MediaListRepository,
    private readonly counts: MediaCountsRepository,
    private readonly rows: MediaRepository,
    private readonly records: MediaRecordsService,
    private readonly scopes: MediaScopesService,
  ) {}

  async page(caller: Caller, query: MediaQuery): Promise<Plain<MediaPageResponse>> {
    const scope = await this.scopes.scope(caller, query);
    // What isn't a filter may differ between two pages; the order has its own place in a cursor.
    const { view, facets, around, sort = 'created_at', ...filters } = query;
    const request = readPage(filters);
    const page =
      around === undefined
        ? await this.items(scope, sort, request)
        : await this.around(caller, scope, around, request, sort);
    const { assets, ...rest } = page;
    return {
      items:
        view === 'tile' ? await this.records.tiles(assets) : await this.records.all(caller, assets),
      ...rest,
      ...(request.withTotal ? await this.total(scope) : {}),
      ...(facets === true ? { facets: await this.facets(scope) } : {}),
    };
  }

  ofCharacter(
    caller: Caller,
    character: string,
    query: Plain<PageQuery>,
  ): Promise<Plain<MediaPageResponse>> {
    return this.page(caller, { ...query, character });
  }

  async recordsOf(
    caller: Caller,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, Plain<MediaResponse>>> {
    const assets = await this.rows.findMany(ownerFilter(caller), paths);
    const records = await this.records.all(caller, assets);
    return new Map(records.map((record) => [record.path, record]));
  }

  async record(caller: Caller, path: string): Promise<Plain<MediaResponse>> {
    const asset = await this.rows.find(ownerFilter(caller), path);
    if (!asset) throw new MediaNotFound();
    return this.records.one(caller, asset);
  }

  /** Tags in use that contain a text, the most frequent first. */
  async tags(caller: Caller, query: MediaTagsQuery): Promise<Plain<MediaTagsResponse>> {
    const request = readPage(query);
    const { after, withTotal } = request;
    const tags = await this.counts.values(ownerFilter(caller), 'tag', MAX_TAGS);
    const found = await containing(tags.sort(byFrequency), query.q ?? '');
    const last = after && { count: integerSort(after), value: after.id };
    const rows = last ? found.filter((tag) => byFrequency(last, tag) < 0) : found;
    const page = toPage(rows, request, {
      position: ({ count, value }) => ({ sort: count, id: value }),
      item: (tag) => tag,
      total: withTotal ? found.length : undefined,
    });
    return { ...page, ...(withTotal && { capped: tags.length === MAX_TAGS }) };
  }

  private async items(
    { expression }: MediaScope,
    sort: MediaSort,
    request: PageRequest,
  ): Promise<AssetPage> {
    const after = request.after === null ? null : readCursor(request.after, sort);
    if (!expression) return { assets: [], next_cursor: null };
    const limit = request.limit + 1;
    const rows =
      sort === 'created_at'
        ? await this.lists.window(expression, { before: numberOf(after), limit })
        : await this.lists.sorted(expression, sort, { after, limit });
    const { next_cursor } = toPage(rows, request, {
      position: cursorAfter(sort),
      item: () => null,
    });
    return { assets: rows.slice(0, request.limit), next_cursor };
  }

  /** The page with an asset in its middle; the first page where it isn't in the list. */
  private async around(
    caller: Caller,
    scope: MediaScope,
    path: string,
    request: PageRequest,
    sort: MediaSort,
  ): Promise<AssetPage> {
    if (sort !== 'created_at')
      throw ValidationFailed.at(
        ['query', 'around'],
        'Send around without sort: it goes by time of creation.',
      );
    const { expression } = scope;
    const asset = await this.rows.find(ownerFilter(caller), path, { trashed: true });
    const position = asset?.position ?? 0;
    const [nearest] = expression
      ? await this.lists.positions(expression, { before: position + 1, limit: 1 })
      : [];
    if (!expression || nearest !== position)
      return {
        ...(await this.items(scope, sort, { ...request, after: null })),
        index: null,
      };
    const { limit, filters } = request;
    const newer = await this.lists.window(expression, { after: position, limit: limit >> 1 });
    const rest = limit - newer.length;
    const others = await this.lists.window(expression, { before: position + 1, limit: rest + 1 });
    const assets = [...newer.reverse(), ...others.slice(0, rest)];
    const last = others.length > rest ? assets.at(-1) : undefined;
    const before = await this.lists.count(expression, { after: position });
    return {
      assets,
      next_cursor: last ? encodeCursor(cursorAfter(sort)(last), filters) : null,
      index: before.capped ? null : before.count,
    };
  }

  private async total({
    owner,
    expression,
    isUnfiltered,
  }: MediaScope): Promise<{ total: number; capped: boolean }> {
    if (isUnfiltered) return { total: await this.counts.total(owner), capped: false };
    if (!expression) return { total: 0, capped: false };
    const { count, capped } = await this.lists.count(expression);
    return { total: count, capped };
  }

  private async facets({
    owner,
    expression,
    isUnfiltered,
  }: MediaScope): Promise<Plain<MediaFacetsResponse>> {
    if (isUnfiltered)
      return { ...(await this.counts.facets(owner, MAX_FACET_VALUES)), capped: false };
    if (!expression) return NO_FACETS;
    const facets = await this.lists.facets(expression, MAX_FACET_VALUES);
    const counted = facets.type.reduce((sum, { count }) => sum + count, 0);
    const mayBeCapped = counted >= MAX_COUNTED;
    return { ...facets, capped: mayBeCapped && (await this.lists.count(expression)).capped };
  }
}

/** The tags that contain a text, whatever its case and accents. Other requests get their turn meanwhile. */
async function containing(tags: readonly FacetCount[], text: string): Promise<FacetCount[]> {
  const part = foldMarks(text);
  const found: FacetCount[] = [];
  for (const [index, tag] of tags.entries()) {
    if (index % TAGS_PER_TURN === 0) await setImmediate();
    if (foldMarks(tag.value).includes(part)) found.push(tag);
  }
  return found;
}

/** The most frequent first. Equal counts are ordered here, because databases compare texts differently. */
const byFrequency = (one: FacetCount, other: FacetCount): number =>
  other.count - one.count || (one.value < other.value ? -1 : Number(one.value > other.value));

interface AssetPage {
  readonly assets: MediaAsset[];
  readonly next_cursor: string | null;
  readonly index?: number | null;
}

const NO_FACETS: Plain<MediaFacetsResponse> = {
  type: [],
  project: [],
  tag: [],
  character: [],
  workflow: [],
  model: [],
  lora: [],
  rating: [],
  capped: false,
};

const numberOf = (after: PagePosition | null): number | undefined =>
  after === null ? undefined : Number(after.sort);
