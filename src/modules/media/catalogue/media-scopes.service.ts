import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { type OwnerFilter, ownerFilter } from '../../../platform/access/scope';
import type { MediaFilterDto } from '../dto/media-filter.dto';
import { isUnfiltered, type MediaExpression, mediaExpression } from '../index/media-expression';
import { type CollectionContent, CollectionSources } from '../public/collection-media';
import { readFilter } from './read-filter';

/** What a list shows, or what a change by filter applies to. */
export interface MediaScope {
  readonly owner: OwnerFilter;
  /** Null: nothing can match. */
  readonly expression: MediaExpression | null;
  /** All media of the owner that aren't in the trash; their counts are stored. */
  readonly isUnfiltered: boolean;
}

/** Turns filters into what the index is asked for, with the rights of the caller. */
@Injectable()
export class MediaScopesService {
  constructor(
    private readonly owners: OwnerNames,
    private readonly collections: CollectionSources,
  ) {}

  /**
   * @param loc where the filter is, for validation errors
   * @throws ValidationFailed
   */
  async scope(
    caller: Caller,
    filter: MediaFilterDto,
    loc: readonly string[] = ['query'],
  ): Promise<MediaScope> {
    const { collection: id } = filter;
    const all = readFilter(filter, this.owners, loc);
    const owner = ownerFilter(caller);
    if (id === undefined)
      return { owner, expression: mediaExpression(owner, all), isUnfiltered: isUnfiltered(all) };
    const collection = await this.collections.content(caller, id);
    const expression = collection ? this.within(owner, filter, collection) : null;
    return { owner, expression, isUnfiltered: false };
  }

  /** What a caller sees of a collection. */
  ofCollection(caller: Caller, content: CollectionContent): MediaExpression | null {
    return this.within(ownerFilter(caller), {}, content);
  }

  private within(
    owner: OwnerFilter,
    filter: MediaFilterDto,
    { id, filter: saved }: CollectionContent,
  ): MediaExpression | null {
    const asked = readFilter(filter, this.owners);
    if (!saved)
      return mediaExpression(owner, {
        ...asked,
        terms: [...(asked.terms ?? []), ['collection', id]],
      });
    const trashed = filter.trashed ?? saved.trashed;
    const both = [asked, readFilter(saved, this.owners)].map((one) =>
      mediaExpression(owner, { ...one, trashed }),
    );
    return both.reduce(intersection);
  }
}

function intersection(
  one: MediaExpression | null,
  other: MediaExpression | null,
): MediaExpression | null {
  if (!one || !other) return null;
  const from = [one.from, other.from].filter((bound) => bound !== undefined);
  const until = [one.until, other.until].filter((bound) => bound !== undefined);
  return {
    ...one,
    all: [...one.all, ...other.all],
    none: [...one.none, ...other.none],
    ...(from.length === 0 ? {} : { from: Math.max(...from) }),
    ...(until.length === 0 ? {} : { until: Math.min(...until) }),
  };
}
