import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../../platform/database/write-gate';
import { hashDistance } from '../../../platform/imaging/perceptual-hash';
import { MediaItemsRepository, ownerLock } from '../catalogue/media-items.repository';
import { MediaAssetEntity } from '../entities/media-asset.entity';
import { MediaOriginEntity } from '../entities/media-label.entities';
import type { MediaItem } from '../index/media-item';
import { MediaReferences } from '../public/media-references';
import { hashOf } from './hash-neighbours.repository';
import { mergedItem } from './merged-item';
import { NearDuplicatesRepository, ordered } from './near-duplicates.repository';

const MAX_DISTANCE = 64;
/** Of what was made from merged assets, this much follows to the kept one: a merge is one transaction. */
const MAX_DERIVED = 200;

/** A request to merge assets of one owner. */
export interface Merge {
  readonly ownerId: string | null;
  readonly keep: string;
  readonly merge: readonly string[];
  readonly trashedAt: string;
}

/** The kept item as it is now, and the items that went to the trash. */
export interface Merged {
  readonly kept: MediaItem;
  readonly others: readonly MediaItem[];
  /** Paths of those that another module needs as they are. */
  readonly fixed: ReadonlySet<string>;
}

/** Merges near duplicates, or marks them as distinct. Each is one transaction. */
@Injectable()
export class DuplicatesRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly items: MediaItemsRepository,
    private readonly pairs: NearDuplicatesRepository,
    private readonly references: MediaReferences,
  ) {}

  /** `null` if the kept one is gone. */
  async merge(
    { ownerId, keep, merge, trashedAt }: Merge,
    also: (tx: Transaction, merged: Merged) => Promise<void>,
  ): Promise<Merged | null> {
    return this.gate.run(async (tx) => {
      const items = await this.lockedItems(tx, ownerId, [keep, ...merge]);
      const kept = items.find(({ asset }) => asset.path === keep);
      if (!kept) return null;
      const fixed = await this.references.fixed(tx, merge);
      const others = items.filter((item) => item !== kept && !fixed.has(item.asset.path));
      const after = mergedItem(kept, others);
      const trashed = others.map((item) => ({
        before: item,
        after: { ...item, asset: { ...item.asset, trashed_at: trashedAt } },
      }));
      const paths = others.map(({ asset }) => asset.path);
      const derived = (await this.derivedFrom(tx, ownerId, keep, paths)).map((item) => ({
        before: item,
        after: { ...item, origins: replaced(item.origins, paths, keep) },
      }));
      await this.items.write(tx, ownerId, [{ before: kept, after }, ...trashed, ...derived]);
      await this.references.replace(tx, paths, keep);
      const merged = { kept: after, others, fixed };
      await also(tx, merged);
      return merged;
    });
  }

  /** @returns the paths that exist outside of the trash */
  async markDistinct(
    ownerId: string | null,
    paths: readonly string[],
    also: (tx: Transaction) => Promise<void>,
  ): Promise<string[]> {
    return this.gate.run(async (tx) => {
      const items = await this.lockedItems(tx, ownerId, paths);
      const pairs = items.flatMap(({ asset: one }, at) =>
        items.slice(at + 1).map(({ asset: other }) => {
          const [hash, otherHash] = [hashOf(one), hashOf(other)];
          const distance = hash && otherHash ? hashDistance(hash, otherHash) : MAX_DISTANCE;
          return { ...ordered(one.position, other.position), distance };
        }),
      );
      if (pairs.length > 0) {
        await this.pairs.markDistinct(tx, ownerId, pairs);
        await also(tx);
      }
      return items.map(({ asset }) => asset.path);
    });
  }

  /** What was made from these, at most {@link MAX_DERIVED} and without them, the kept one and the trash. */
  private async derivedFrom(
    tx: Transaction,
    ownerId: string | null,
    keep: string,
    paths: readonly string[],
  ): Promise<MediaItem[]> {
    const links = await tx.find(MediaOriginEntity, {
      where: { origin: In([...paths]) },
      take: MAX_DERIVED,
    });
    const assets = await tx.findBy(MediaAssetEntity, {
      position: In(links.map(({ position }) => position)),
      owner_id: ownerId ?? IsNull(),
      trashed_at: IsNull(),
      path: Not(In([keep, ...paths])),
    });
    return this.items.load(tx, assets);
  }

  private async lockedItems(
    tx: Transaction,
    ownerId: string | null,
    paths: readonly string[],
  ): Promise<MediaItem[]> {
    await acquireTransactionLock(tx, ownerLock(ownerId));
    const assets = await tx.findBy(MediaAssetEntity, {
      path: In([...paths]),
      owner_id: ownerId ?? IsNull(),
      trashed_at: IsNull(),
    });
    return this.items.load(tx, assets);
  }
}

const replaced = (origins: readonly string[], from: readonly string[], to: string): string[] => [
  ...new Set(origins.map((origin) => (from.includes(origin) ? to : origin))),
];
