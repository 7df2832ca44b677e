import { Injectable } from '@nestjs/common';
import { In, type EntityTarget, type SelectQueryBuilder } from 'typeorm';
import type { OwnerFilter } from '../../../platform/access/scope';
import { ReadConnection } from '../../../platform/database/read-connection';
import type { PageRequest } from '../../../platform/http/paging';
import { type MediaAsset, MediaAssetEntity } from '../entities/media-asset.entity';
import {
  MediaCharacterEntity,
  MediaDatasetEntity,
  MediaTagEntity,
} from '../entities/media-label.entities';
import { MediaSearchRepository } from './media-search.repository';

/** Filters of a list. */
export interface MediaFilter {
  readonly type?: MediaAsset['type'];
  readonly project?: string;
  readonly prompt_id?: string;
  readonly owner_id?: string;
  readonly tag?: string;
  readonly character?: string;
  readonly dataset?: string;
  /** Search words that must all match; an empty list matches nothing. */
  readonly words?: readonly string[];
}

/** How many assets carry a value. */
export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface Facets {
  readonly type: FacetCount[];
  readonly project: FacetCount[];
  readonly tag: FacetCount[];
  readonly character: FacetCount[];
}

/** Tags and characters of some assets, by path. */
export interface Labels {
  readonly tags: ReadonlyMap<string, string[]>;
  readonly characters: ReadonlyMap<string, string[]>;
}

/** The most frequent values of a facet are returned. */
const MAX_FACET_VALUES = 100;

const JOINED = {
  tag: { entity: MediaTagEntity, column: 'tag' },
  character: { entity: MediaCharacterEntity, column: 'character_id' },
  dataset: { entity: MediaDatasetEntity, column: 'dataset' },
} as const;

/** Lists of assets: always with the owner filter, in a fixed number of statements. */
@Injectable()
export class MediaListRepository {
  constructor(
    private readonly read: ReadConnection,
    private readonly search: MediaSearchRepository,
  ) {}

  /** Newest first, one more row than `limit`. */
  async page(owner: OwnerFilter, filter: MediaFilter, page: PageRequest): Promise<MediaAsset[]> {
    const query = this.filtered(owner, filter)
      .orderBy('asset.created_at', 'DESC')
      .addOrderBy('asset.path', 'DESC')
      .limit(page.limit + 1);
    if (page.after) {
      const { sort, id } = page.after;
      query.andWhere('(asset.created_at, asset.path) < (:sort, :id)', { sort, id });
    }
    return query.getMany();
  }

  async count(owner: OwnerFilter, filter: MediaFilter): Promise<number> {
    return this.filtered(owner, filter).getCount();
  }

  /** Counts of values over all matching assets. */
  async facets(owner: OwnerFilter, filter: MediaFilter): Promise<Facets> {
    return {
      type: await this.countColumn(owner, filter, 'type'),
      project: await this.countColumn(owner, filter, 'project'),
      tag: await this.countLabel(owner, filter, 'tag'),
      character: await this.countLabel(owner, filter, 'character'),
    };
  }

  async labels(paths: readonly string[]): Promise<Labels> {
    const where = { path: In([...paths]) };
    const tags = await this.read.manager.find(MediaTagEntity, { where, order: { tag: 'ASC' } });
    const characters = await this.read.manager.find(MediaCharacterEntity, {
      where,
      order: { character_id: 'ASC' },
    });
    return {
      tags: byPath(tags, (row) => row.tag),
      characters: byPath(characters, (row) => row.character_id),
    };
  }

  private filtered(owner: OwnerFilter, filter: MediaFilter): SelectQueryBuilder<MediaAssetEntity> {
    const query = this.read.manager.createQueryBuilder(MediaAssetEntity, 'asset');
    if (!owner.all) query.andWhere('asset.owner_id = :scope', { scope: owner.ownerId });
    for (const column of ['type', 'project', 'prompt_id', 'owner_id'] as const) {
      const value = filter[column];
      if (value !== undefined) query.andWhere(`asset.${column} = :${column}`, { [column]: value });
    }
    for (const label of ['tag', 'character', 'dataset'] as const) {
      const value = filter[label];
      if (value === undefined) continue;
      const { entity, column } = JOINED[label];
      const paths = pathsOf(query, entity).where(`label.${column} = :${label}`).getQuery();
      query.andWhere(`asset.path IN ${paths}`, { [label]: value });
    }
    return this.narrowByWords(query, filter.words);
  }

  private narrowByWords(
    query: SelectQueryBuilder<MediaAssetEntity>,
    words: readonly string[] | undefined,
  ): SelectQueryBuilder<MediaAssetEntity> {
    if (!words) return query;
    if (words.length === 0) return query.andWhere('1 = 0');
    const { sql, parameters } = this.search.matching('asset.path', words);
    return query.andWhere(sql, parameters);
  }

  private async countColumn(
    owner: OwnerFilter,
    filter: MediaFilter,
    column: 'type' | 'project',
  ): Promise<FacetCount[]> {
    const query = this.filtered(owner, filter).andWhere(`asset.${column} IS NOT NULL`);
    return counted(query.select(`asset.${column}`, 'value'), `asset.${column}`);
  }

  private async countLabel(
    owner: OwnerFilter,
    filter: MediaFilter,
    label: 'tag' | 'character',
  ): Promise<FacetCount[]> {
    const matching = this.filtered(owner, filter).select('asset.path');
    const { entity, column } = JOINED[label];
    const query = this.read.manager
      .createQueryBuilder()
      .select(`label.${column}`, 'value')
      .from<{ path: string }>(entity, 'label')
      .where(`label.path IN (${matching.getQuery()})`)
      .setParameters(matching.getParameters());
    return counted(query, `label.${column}`);
  }
}

function pathsOf(
  query: SelectQueryBuilder<MediaAssetEntity>,
  entity: EntityTarget<{ path: string }>,
): SelectQueryBuilder<{ path: string }> {
  return query.subQuery().select('label.path').from(entity, 'label');
}

async function counted<T extends object>(
  query: SelectQueryBuilder<T>,
  column: string,
): Promise<FacetCount[]> {
  const rows = await query
    .addSelect('COUNT(*)', 'count')
    .groupBy(column)
    .orderBy('COUNT(*)', 'DESC')
    .addOrderBy(column)
    .limit(MAX_FACET_VALUES)
    .getRawMany<{ value: string; count: string }>();
  return rows.map(({ value, count }) => ({ value, count: Number(count) }));
}

function byPath<T extends { path: string }>(
  rows: readonly T[],
  label: (row: T) => string,
): ReadonlyMap<string, string[]> {
  const labels = new Map<string, string[]>();
  for (const row of rows) labels.set(row.path, [...(labels.get(row.path) ?? []), label(row)]);
  return labels;
}
