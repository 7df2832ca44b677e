import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { SavedMediaFilterDto } from './saved-media-filter.dto';

/** What a collection holds: media that were put into it (`filter` is null), or what its filter finds. */
export interface CollectionContent {
  readonly id: string;
  readonly filter: SavedMediaFilterDto | null;
}

/** A module that knows collections. */
export interface CollectionSource {
  /** `null` for a collection that doesn't exist or that the caller can't read. */
  content(caller: Caller, id: string): Promise<CollectionContent | null>;
}

/** Where lists of media look up a collection. The module of collections registers itself, because it imports this one. */
@Injectable()
export class CollectionSources {
  private source: CollectionSource | null = null;

  register(source: CollectionSource): void {
    this.source = source;
  }

  async content(caller: Caller, id: string): Promise<CollectionContent | null> {
    return (await this.source?.content(caller, id)) ?? null;
  }
}

/** What a caller sees of a collection. */
export interface CollectionSummary {
  readonly count: number;
  /** The count stopped: there are more. */
  readonly capped: boolean;
  /** Path of its newest media asset. */
  readonly cover: string | null;
}

/** The media of collections. */
export abstract class CollectionMedia {
  /** @throws ValidationFailed for a time in a filter that is none; `loc` is where the filter is */
  abstract checkFilter(filter: SavedMediaFilterDto, loc: readonly string[]): void;
  /**
   * Puts media into a manual collection or takes them out of it, in the running transaction if there is one.
   * @param paths at most `MAX_PATHS_PER_CHANGE`
   */
  abstract setMembership(
    caller: Caller,
    id: string,
    paths: readonly string[],
    isMember: boolean,
  ): Promise<MembershipChange>;
  /** Takes everything out of a collection, in transactions of bounded size. */
  abstract clear(id: string): Promise<void>;
  abstract summary(caller: Caller, content: CollectionContent): Promise<CollectionSummary>;
}

export const MAX_PATHS_PER_CHANGE = 50;

export interface MembershipChange {
  /** How many were added or removed; the others were in it already, or weren't. */
  readonly changed: number;
  /** Paths that don't exist, are in the trash, or that the caller can't read. */
  readonly missing: readonly string[];
}
