import { Injectable } from '@nestjs/common';
import { In, IsNull, type EntityManager } from 'typeorm';
import type { OwnerFilter } from '../../../platform/access/scope';
import { affectedRows } from '../../../platform/database/row';
import { ReadConnection } from '../../../platform/database/read-connection';
import { acquireTransactionLock, WriteGate } from '../../../platform/database/write-gate';
import { type MediaAsset, MediaAssetEntity } from '../entities/media-asset.entity';
import {
  MediaCharacterEntity,
  MediaDatasetEntity,
  MediaTagEntity,
} from '../entities/media-label.entities';
import { MediaTombstoneEntity } from '../entities/media-tombstone.entity';
import { QuotaReached } from '../media.errors';
import { OwnerBytesRepository } from '../storage/owner-bytes.repository';
import { MediaSearchRepository } from './media-search.repository';
import { searchWords } from './search-words';
import { keyText, type OutputKey } from '../storage/stored-name';

/** Result of an insert: an output may exist already, or may have been deleted by a user. */
export type InsertResult =
  | { readonly outcome: 'new' | 'existing'; readonly asset: MediaAsset }
  | { readonly outcome: 'deleted' };

/** What an asset is listed under from the beginning. */
export interface AssetLabels {
  readonly characters: readonly string[];
  readonly tags: readonly string[];
}

/** Databases limit the parameters of a statement. */
const MAX_PATHS_PER_STATEMENT = 1_000;

/** Rows of assets, one by one. Lists are in `media-list.repository.ts`. */
@Injectable()
export class MediaRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly search: MediaSearchRepository,
    private readonly ownerBytes: OwnerBytesRepository,
  ) {}

  async find(owner: OwnerFilter, path: string): Promise<MediaAsset | null> {
    const scope = owner.all ? {} : { owner_id: owner.ownerId };
    return this.read.manager.findOneBy(MediaAssetEntity, { path, ...scope });
  }

  /** An output by its key: existing, deleted, or `null` if never stored. */
  async findOutput(key: OutputKey): Promise<InsertResult | null> {
    return findByKey(this.read.manager, key);
  }

  /** An asset of this owner with this content. */
  async findContent(
    sha256: string,
    ownerId: string | null,
  ): Promise<Pick<MediaAsset, 'path' | 'size_bytes'> | null> {
    return this.read.manager.findOne(MediaAssetEntity, {
      select: { path: true, size_bytes: true },
      where: { sha256, owner_id: ownerId ?? IsNull() },
    });
  }

  /** Owner ids by path. One statement. */
  async owners(paths: readonly string[]): Promise<Map<string, string | null>> {
    if (paths.length === 0) return new Map();
    const rows = await this.read.manager.find(MediaAssetEntity, {
      select: { path: true, owner_id: true },
      where: { path: In([...paths]) },
    });
    return new Map(rows.map(({ path, owner_id }) => [path, owner_id]));
  }

  /** Which of these exist. */
  async existing(paths: readonly string[]): Promise<Set<string>> {
    const existing = new Set<string>();
    for (let at = 0; at < paths.length; at += MAX_PATHS_PER_STATEMENT) {
      const rows = await this.read.manager.find(MediaAssetEntity, {
        select: { path: true },
        where: { path: In(paths.slice(at, at + MAX_PATHS_PER_STATEMENT)) },
      });
      for (const { path } of rows) existing.add(path);
    }
    return existing;
  }

  /**
   * Inserts an asset with its labels and its search index; an output at most once, and never after its deletion.
   * @param maxOwnerBytes the size that all files of its owner may have together
   * @throws QuotaReached
   */
  async insert(
    asset: MediaAsset,
    { characters, tags }: AssetLabels,
    maxOwnerBytes: number | null,
  ): Promise<InsertResult> {
    const key = outputKey(asset);
    return this.gate.run(async (tx) => {
      if (key) await acquireTransactionLock(tx, `output ${keyText(key)}`);
      const previous = key ? await findByKey(tx, key) : null;
      if (previous) return previous;
      await tx.insert(MediaAssetEntity, asset);
      const rows = [...new Set(characters)].map((id) => ({ character_id: id, path: asset.path }));
      if (rows.length > 0) await tx.insert(MediaCharacterEntity, rows);
      if (tags.length > 0)
        await tx.insert(
          MediaTagEntity,
          tags.map((tag) => ({ tag, path: asset.path })),
        );
      await this.search.add(tx, asset.path, wordsOf(asset));
      const used = await this.ownerBytes.add(tx, asset.owner_id, asset.size_bytes);
      if (maxOwnerBytes !== null && used > maxOwnerBytes)
        throw new QuotaReached(used, maxOwnerBytes);
      return { outcome: 'new', asset };
    });
  }

  /** Deletes an asset with its labels; an output leaves a tombstone. @returns whether it existed */
  async delete(asset: MediaAsset): Promise<boolean> {
    const { path } = asset;
    const key = outputKey(asset);
    return this.gate.run(async (tx) => {
      if (affectedRows(await tx.delete(MediaAssetEntity, { path })) === 0) return false;
      for (const labels of [MediaTagEntity, MediaCharacterEntity, MediaDatasetEntity])
        await tx.delete(labels, { path });
      await this.search.remove(tx, path);
      if (key) await tx.insert(MediaTombstoneEntity, columns(key));
      await this.ownerBytes.add(tx, asset.owner_id, -asset.size_bytes);
      return true;
    });
  }
}

async function findByKey(manager: EntityManager, key: OutputKey): Promise<InsertResult | null> {
  const asset = await manager.findOneBy(MediaAssetEntity, columns(key));
  if (asset) return { outcome: 'existing', asset };
  const deleted = await manager.existsBy(MediaTombstoneEntity, columns(key));
  return deleted ? { outcome: 'deleted' } : null;
}

const columns = ({ promptId, nodeId, index }: OutputKey) => ({
  prompt_id: promptId,
  node_id: nodeId,
  output_index: index,
});

function outputKey({ prompt_id, node_id, output_index }: MediaAsset): OutputKey | null {
  if (prompt_id === null || node_id === null || output_index === null) return null;
  return { promptId: prompt_id, nodeId: node_id, index: output_index };
}

/** What a search finds an asset by. */
const wordsOf = ({ name, description, prompt }: MediaAsset): string[] =>
  searchWords([name, description, prompt ?? ''].join('\n'));
