import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import {
  encodeCursor,
  invalidCursor,
  type PagePosition,
  type PageQuery,
  type PageRequest,
  readPage,
  toPage,
} from '../../../platform/http/paging';
import type { Plain } from '../../../platform/plain';
import { foldText } from '../../../platform/search-text';
import type { MediaDaysQuery, MediaQuery, MediaTagsQuery } from '../dto/media-query.dto';
import type {
  MediaBucketsResponse,
  MediaFacetsResponse,
  MediaLayoutResponse,
  MediaPageResponse,
  MediaTagsResponse,
} from '../dto/media.response';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaLists } from '../public/media-lists';
import { MediaCountsRepository } from '../index/media-counts.repository';
import { isTimeZone, LocalDays } from './day-buckets';
import {
  MAX_COUNTED,
  MediaListRepository,
  type MediaSort,
  sortValue,
} from './media-list.repository';
import { MediaRecordsService } from './media-records.service';
import { MediaRepository } from './media.repository';
import { type MediaScope, MediaScopesService } from './media-scopes.service';

/** The most frequent values of a facet are answered. */
const MAX_FACET_VALUES = 100;
const MAX_LAYOUT = 200_000;
const LAYOUT_CHUNK = 5_000;
const LAYOUT_PAGE = 200;
/** Tags that are looked through for a search of tags. */
const MAX_TAGS = 20_000;

/** Lists of the library, and what they are made of: days, shapes, frequent values. */
@Injectable()
export class MediaListsService extends MediaLists {
  constructor(
    private readonly lists: MediaListRepository,
    private readonly counts: MediaCountsRepository,
    private readonly rows: MediaRepository,
    private readonly records: MediaRecordsService,
    private readonly scopes: MediaScopesService,
  ) {
    super();
  }

  async page(caller: Caller, query: MediaQuery): Promise<Plain<MediaPageResponse>> {
    const scope = await this.scopes.scope(caller, query);
    const request = readPage(query);
    const sort = query.sort ?? 'created_at';
    const page =
      query.around === undefined
        ? await this.items(scope, sort, request)
        : await this.around(caller, scope, query.around, request.limit, sort);
    const { assets, ...rest } = page;
    return {
      items:
        query.view === 'tile'
          ? await this.records.tiles(assets)
          : await this.records.all(caller, assets),
      ...rest,
      ...(request.withTotal ? await this.total(scope) : {}),
      ...(query.facets === true ? { facets: await this.facets(scope) } : {}),
    };
  }

  ofCharacter(
    caller: Caller,
    character: string,
    query: Plain<PageQuery>,
  ): Promise<Plain<MediaPageResponse>> {
    return this.page(caller, { ...query, character });
  }

  /** Counts of days. */
  async buckets(caller: Caller, query: MediaDaysQuery): Promise<Plain<MediaBucketsResponse>> {
    const scope = await this.scopes.scope(caller, query);
    const days = localDays(query.tz);
    if (scope.isWhole)
      return { days: await days.group(this.counts.quarters(scope.owner)), capped: false };
    if (!scope.expression) return { days: [], capped: false };
    const positions = await this.lists.positions(scope.expression, { limit: MAX_COUNTED });
    return {
      days: days.count(positions.map(timeOf)),
      capped: positions.length === MAX_COUNTED,
    };
  }

  /** What a grid needs to lay out all matches before it loads any. */
  async layout(caller: Caller, query: MediaDaysQuery): Promise<Plain<MediaLayoutResponse>> {
    const { owner, expression } = await this.scopes.scope(caller, query);
    const days = localDays(query.tz);
    const rev = String(await this.counts.revision(owner));
    const positions: number[] = [];
    const ratios: number[] = [];
    while (expression && positions.length < MAX_LAYOUT) {
      const window = { before: positions.at(-1), limit: LAYOUT_CHUNK };
      const chunk = await this.lists.positions(expression, window);
      positions.push(...chunk);
      ratios.push(...(await this.lists.ratios(chunk)));
      if (chunk.length < LAYOUT_CHUNK) break;
    }
    return {
      rev,
      days: days.count(positions.map(timeOf)),
      ratios,
      cursors: pageCursors(positions),
      capped: positions.length >= MAX_LAYOUT,
    };
  }

  /** Tags in use that contain a text, the most frequent first. */
  async tags(
    caller: Caller,
    { q = '', limit = 50 }: MediaTagsQuery,
  ): Promise<Plain<MediaTagsResponse>> {
    const tags = await this.counts.values(ownerFilter(caller), 'tag', MAX_TAGS);
    const part = foldText(q);
    return { items: tags.filter(({ value }) => foldText(value).includes(part)).slice(0, limit) };
  }

  private async items(
    { expression }: MediaScope,
    sort: MediaSort,
    request: PageRequest,
  ): Promise<AssetPage> {
    const after = request.after === null ? null : checkedCursor(request.after, sort);
    if (!expression) return { assets: [], next_cursor: null };
    const limit = request.limit + 1;
    const rows =
      sort === 'created_at'
        ? await this.lists.window(expression, { before: numberOf(after), limit })
        : await this.lists.sorted(expression, sort, { after, limit });
    const { next_cursor } = toPage(rows, request, { position: cursorOf(sort), item: () => null });
    return { assets: rows.slice(0, request.limit), next_cursor };
  }

  /** The page with an asset in its middle; the first page where it isn't in the list. */
  private async around(
    caller: Caller,
    scope: MediaScope,
    path: string,
    limit: number,
    sort: MediaSort,
  ): Promise<AssetPage> {
    if (sort !== 'created_at')
      throw ValidationFailed.at(
        ['query', 'around'],
        'Send around without sort: it goes by time of creation.',
      );
    const { expression } = scope;
    const asset = await this.rows.find(ownerFilter(caller), path);
    const position = asset?.position ?? 0;
    const [found] = expression
      ? await this.lists.positions(expression, { before: position + 1, limit: 1 })
      : [];
    if (!expression || found !== position)
      return {
        ...(await this.items(scope, sort, { limit, after: null, withTotal: false })),
        index: null,
      };
    const newer = await this.lists.window(expression, { after: position, limit: limit >> 1 });
    const rest = limit - newer.length;
    const others = await this.lists.window(expression, { before: position + 1, limit: rest + 1 });
    const assets = [...newer.reverse(), ...others.slice(0, rest)];
    const last = others.length > rest ? assets.at(-1) : undefined;
    const index = await this.lists.count(expression, { after: position });
    return {
      assets,
      next_cursor: last ? encodeCursor(cursorOf(sort)(last)) : null,
      index: index < MAX_COUNTED ? index : null,
    };
  }

  private async total({
    owner,
    expression,
    isWhole,
  }: MediaScope): Promise<{ total: number; capped: boolean }> {
    if (isWhole) return { total: await this.counts.total(owner), capped: false };
    const total = expression ? await this.lists.count(expression) : 0;
    return { total, capped: total === MAX_COUNTED };
  }

  private async facets({
    owner,
    expression,
    isWhole,
  }: MediaScope): Promise<Plain<MediaFacetsResponse>> {
    if (isWhole) return { ...(await this.counts.facets(owner, MAX_FACET_VALUES)), capped: false };
    if (!expression) return NO_FACETS;
    const facets = await this.lists.facets(expression, MAX_FACET_VALUES);
    const counted = facets.type.reduce((sum, { count }) => sum + count, 0);
    return { ...facets, capped: counted === MAX_COUNTED };
  }
}

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

const timeOf = (position: number): number => Math.floor(position / 1000);

const cursorOf =
  (sort: MediaSort) =>
  (asset: MediaAsset): PagePosition => ({
    sort: sortValue(asset, sort),
    id: `${sort} ${asset.path}`,
  });

/** The cursor's values, if it is one of a list in this order. */
function checkedCursor({ sort: value, id }: PagePosition, sort: MediaSort): PagePosition {
  const prefix = `${sort} `;
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value);
  if (!id.startsWith(prefix) || isNumber === (sort === 'name')) throw invalidCursor();
  return { sort: value, id: id.slice(prefix.length) };
}

const numberOf = (after: PagePosition | null): number | undefined =>
  after === null ? undefined : Number(after.sort);

/** The cursors behind which each page of 200 begins. */
const pageCursors = (positions: readonly number[]): string[] =>
  positions.flatMap((_, index) => {
    if (index % LAYOUT_PAGE !== 0) return [];
    const before = positions[index - 1];
    return [before === undefined ? '' : encodeCursor({ sort: before, id: 'created_at ' })];
  });

/** @throws ValidationFailed */
function localDays(timeZone = 'UTC'): LocalDays {
  if (!isTimeZone(timeZone))
    throw ValidationFailed.at(['query', 'tz'], 'Send a time zone, such as UTC or Europe/Zurich.');
  return new LocalDays(timeZone);
}
