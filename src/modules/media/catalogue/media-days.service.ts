import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { filterMark } from '../../../platform/http/paging';
import type { Plain } from '../../../platform/plain';
import type { MediaDaysQuery } from '../dto/media-query.dto';
import type { MediaBucketsResponse, MediaLayoutResponse } from '../dto/media.response';
import { MediaCountsRepository } from '../index/media-counts.repository';
import { isTimeZone, LocalDays } from './day-buckets';
import { pageCursors } from './list-cursors';
import { MAX_COUNTED, MediaListRepository } from './media-list.repository';
import { MediaScopesService } from './media-scopes.service';

const MAX_LAYOUT = 200_000;
const LAYOUT_CHUNK = 5_000;
const LAYOUT_PAGE = 200;

/** Counts lists of media by local day, and describes the layout of a grid of them. */
@Injectable()
export class MediaDaysService {
  constructor(
    private readonly lists: MediaListRepository,
    private readonly counts: MediaCountsRepository,
    private readonly scopes: MediaScopesService,
  ) {}

  /** @throws ValidationFailed */
  async buckets(caller: Caller, query: MediaDaysQuery): Promise<Plain<MediaBucketsResponse>> {
    const scope = await this.scopes.scope(caller, query);
    const days = localDays(query.tz);
    if (scope.isUnfiltered)
      return { days: await days.group(this.counts.quarters(scope.owner)), capped: false };
    if (!scope.expression) return { days: [], capped: false };
    const limit = MAX_COUNTED + 1;
    const positions = await this.lists.positions(scope.expression, { limit });
    return {
      days: days.count(positions.slice(0, MAX_COUNTED).map(timeOf)),
      capped: positions.length > MAX_COUNTED,
    };
  }

  /**
   * What a grid needs to lay out all matches before it loads any.
   *
   * @throws ValidationFailed
   */
  async layout(caller: Caller, query: MediaDaysQuery): Promise<Plain<MediaLayoutResponse>> {
    const { tz, ...filters } = query;
    const { owner, expression } = await this.scopes.scope(caller, filters);
    const days = localDays(tz);
    const rev = String(await this.counts.revision(owner));
    const positions: number[] = [];
    const ratios: number[] = [];
    let hasMore = expression !== null;
    while (expression && hasMore && positions.length < MAX_LAYOUT) {
      const window = { before: positions.at(-1), limit: LAYOUT_CHUNK + 1 };
      const chunk = await this.lists.shapes(expression, window);
      for (const { position, ratio } of chunk.slice(0, LAYOUT_CHUNK)) {
        positions.push(position);
        ratios.push(ratio);
      }
      hasMore = chunk.length > LAYOUT_CHUNK;
    }
    return {
      rev,
      days: days.count(positions.map(timeOf)),
      ratios,
      cursors: pageCursors(positions, LAYOUT_PAGE, filterMark(filters)),
      capped: hasMore,
    };
  }
}

const timeOf = (position: number): number => Math.floor(position / 1000);

/** @throws ValidationFailed */
function localDays(timeZone = 'UTC'): LocalDays {
  if (!isTimeZone(timeZone))
    throw ValidationFailed.at(['query', 'tz'], 'Send a time zone, such as UTC or Europe/Zurich.');
  return new LocalDays(timeZone);
}
