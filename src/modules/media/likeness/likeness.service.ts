import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { type OwnerFilter, ownerFilter } from '../../../platform/access/scope';
import { ReadConnection } from '../../../platform/database/read-connection';
import {
  DEFAULT_PAGE_LIMIT,
  encodeCursor,
  integerSort,
  readPage,
} from '../../../platform/http/paging';
import type { Plain } from '../../../platform/plain';
import { MediaListRepository } from '../catalogue/media-list.repository';
import { MediaRecordsService } from '../catalogue/media-records.service';
import { MediaService } from '../catalogue/media.service';
import type { MediaAsset } from '../entities/media-asset.entity';
import type {
  DuplicateGroupsResponse,
  DuplicatesQuery,
  SimilarMediaListResponse,
} from './dto/likeness.dto';
import { groupsOf } from './duplicate-groups';
import { hashNeighbours, hashOf } from './hash-neighbours.repository';
import { NearDuplicatesRepository } from './near-duplicates.repository';

/** Cropped and recoloured copies differ in up to 12 bits, other pictures in 14 and more. */
const MAX_SIMILAR_DISTANCE = 12;
/** Lookups for groups in one request; then the page ends early. */
const MAX_ROUNDS = 10;
/** Groups that one lookup reads: few enough that it finds all of their pairs. */
const GROUPS_PER_ROUND = 50;
/** A page ends before the group that would exceed this number, because making the records takes time. */
const MAX_MEDIA_PER_PAGE = 1_000;
/** Lookups for a total; after these the total is `capped`. */
const MAX_COUNTING_ROUNDS = 20;

interface FoundGroups {
  /** Positions of the media, those of the newest first. */
  readonly groups: readonly (readonly number[])[];
  /** The next groups are older than this position; `null` if there are none. */
  readonly next: number | null;
}

const NO_GROUPS: FoundGroups = { groups: [], next: null };

/** Finds media that look alike. */
@Injectable()
export class LikenessService {
  constructor(
    private readonly read: ReadConnection,
    private readonly media: MediaService,
    private readonly records: MediaRecordsService,
    private readonly lists: MediaListRepository,
    private readonly pairs: NearDuplicatesRepository,
    private readonly owners: OwnerNames,
  ) {}

  /** @throws MediaNotFound */
  async similar(
    caller: Caller,
    path: string,
    limit = DEFAULT_PAGE_LIMIT,
  ): Promise<Plain<SimilarMediaListResponse>> {
    const asset = await this.media.find(caller, path);
    const hash = hashOf(asset);
    if (!hash) return { items: [], next_cursor: null };
    const scope = ownerFilter(caller);
    const found = await hashNeighbours(this.read.manager, scope, hash, MAX_SIMILAR_DISTANCE);
    const nearest = found.filter(({ position }) => position !== asset.position).slice(0, limit);
    const distances = new Map(nearest.map(({ position, distance }) => [position, distance]));
    const assets = await this.lists.assets([...distances.keys()]);
    const records = await this.records.all(caller, assets);
    return {
      items: records.map((record, at) => ({
        ...record,
        distance: distances.get(assets[at]?.position ?? 0) ?? 0,
      })),
      next_cursor: null,
    };
  }

  /** Groups of near duplicates, the newest first; a group is of one owner. */
  async groups(caller: Caller, query: DuplicatesQuery): Promise<Plain<DuplicateGroupsResponse>> {
    const { limit, after, withTotal, filters } = readPage(query);
    const before = after === null ? Number.MAX_SAFE_INTEGER : integerSort(after);
    const owner = this.scope(caller, query.owner);
    const found = owner ? await this.collect(owner, before, limit) : NO_GROUPS;
    const { groups, next } = withFewerMedia(found);
    return {
      items: await this.withRecords(caller, groups),
      next_cursor: next === null ? null : encodeCursor({ sort: next, id: '' }, filters),
      ...(withTotal ? await this.total(owner) : {}),
    };
  }

  private async total(owner: OwnerFilter | null): Promise<{ total: number; capped: boolean }> {
    const { groups, next } = owner
      ? await this.collect(owner, Number.MAX_SAFE_INTEGER, Infinity, MAX_COUNTING_ROUNDS)
      : NO_GROUPS;
    return { total: groups.length, capped: next !== null };
  }

  private async collect(
    owner: OwnerFilter,
    before: number,
    limit: number,
    maxRounds = MAX_ROUNDS,
  ): Promise<FoundGroups> {
    const groups: number[][] = [];
    let next: number | null = before;
    for (let round = 0; next !== null && groups.length < limit && round < maxRounds; round += 1) {
      const wanted: number = Math.min(limit - groups.length, GROUPS_PER_ROUND);
      const newest: number[] = await this.pairs.newest(owner, next, wanted);
      const pairs = await this.pairs.around(newest);
      groups.push(...groupsOf(newest, pairs));
      next = newest.length < wanted ? null : (newest.at(-1) ?? null);
    }
    return { groups, next };
  }

  private async withRecords(
    caller: Caller,
    groups: readonly (readonly number[])[],
  ): Promise<Plain<DuplicateGroupsResponse>['items']> {
    const assets = await this.lists.assets(groups.flat());
    const records = await this.records.all(caller, assets);
    const byPosition = new Map(
      assets.map((asset, at) => [asset.position, { asset, record: records[at] }]),
    );
    return groups.map((group) => {
      const members = group.flatMap((position) => byPosition.get(position) ?? []);
      members.sort((one, other) => bestFirst(one.asset, other.asset));
      return { media: members.flatMap(({ record }) => record ?? []) };
    });
  }

  /** `null`: an owner whose media the caller can't read. */
  private scope(caller: Caller, name: string | undefined): OwnerFilter | null {
    const own = ownerFilter(caller);
    if (name === undefined || name === '*') return own;
    const ownerId = this.owners.idOf(name);
    return own.all || own.ownerId === ownerId ? { all: false, ownerId } : null;
  }
}

/** The first groups, with at most {@link MAX_MEDIA_PER_PAGE} media together. */
function withFewerMedia({ groups, next }: FoundGroups): FoundGroups {
  let media = 0;
  const end = groups.findIndex((group) => (media += group.length) > MAX_MEDIA_PER_PAGE);
  const last = end < 0 ? undefined : groups[end - 1]?.[0];
  return last === undefined ? { groups, next } : { groups: groups.slice(0, end), next: last };
}

const pixels = ({ width, height }: MediaAsset): number => (width ?? 0) * (height ?? 0);

const bestFirst = (one: MediaAsset, other: MediaAsset): number =>
  pixels(other) - pixels(one) || other.size_bytes - one.size_bytes || one.position - other.position;
