import { Injectable } from '@nestjs/common';
import { In, IsNull, type SelectQueryBuilder } from 'typeorm';
import { BoundedReads } from '../../platform/database/bounded-reads';
import { newestPage } from '../../platform/database/newest-page';
import { ReadConnection } from '../../platform/database/read-connection';
import { upsertRows } from '../../platform/database/write-rows';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../platform/database/write-gate';
import type { Page, PageRequest } from '../../platform/http/paging';
import { containsWord, searchWords } from '../../platform/search-text';
import { CharacterEntity, type CharacterRow } from './character.entity';
import type { CharacterTraits } from './public/character-reader';

export interface CharacterFilter {
  /** Only these; all when undefined. */
  readonly ids: readonly string[] | undefined;
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  readonly kind?: string | undefined;
}

/** Of one statement: SQLite refuses expressions with more than 1,000 levels. */
const MAX_CONDITIONS = 200;

/** Merged pictures, and the one that was kept. */
interface ImageReplacement {
  readonly from: readonly string[];
  readonly to: string;
  readonly updated_at: string;
}

/** Rows of characters. */
@Injectable()
export class CharactersRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly bounded: BoundedReads,
  ) {}

  async find(id: string): Promise<CharacterRow | null> {
    return this.read.manager.findOneBy(CharacterEntity, { id });
  }

  /** The traits of the existing ones among `ids`. One statement. */
  async traits(ids: readonly string[]): Promise<CharacterTraits[]> {
    return this.read.manager.find(CharacterEntity, {
      select: {
        id: true,
        trigger: true,
        base_prompt: true,
        source_images: true,
        loras: true,
        defaults: true,
        voice: true,
      },
      where: { id: In([...ids]) },
    });
  }

  /** The names of the existing ones among `ids`. One statement. */
  async names(ids: readonly string[]): Promise<Pick<CharacterRow, 'id' | 'name'>[]> {
    const where = { id: In([...ids]) };
    return this.read.manager.find(CharacterEntity, { select: { id: true, name: true }, where });
  }

  /**
   * Writes what `change` makes of the row, which is null for a new character. Nothing else changes it meanwhile, and
   * nothing is written when `change` throws.
   * @returns the row as it is now
   */
  async change(
    id: string,
    change: (before: CharacterRow | null, tx: Transaction) => Promise<CharacterRow>,
  ): Promise<CharacterRow> {
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, `character ${id}`);
      const before = await tx.findOneBy(CharacterEntity, { id });
      const row = await change(before, tx);
      await upsertRows(tx, CharacterEntity, [row], ['id']);
      return row;
    });
  }

  /** How many characters an owner has. No others of this owner are created before the transaction ends. */
  async countOf(tx: Transaction, ownerId: string | null): Promise<number> {
    await acquireTransactionLock(tx, `characters of ${ownerId ?? ''}`);
    return tx.countBy(CharacterEntity, { owner_id: ownerId ?? IsNull() });
  }

  /** Deletes the row unless `check` throws. `check` gets null when there is none. */
  async delete(
    id: string,
    check: (before: CharacterRow | null, tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, `character ${id}`);
      await check(await tx.findOneBy(CharacterEntity, { id }), tx);
      await tx.delete(CharacterEntity, { id });
    });
  }

  /** Replaces the images `from` by `to` in every character, without duplicates. @returns the changed characters */
  async replaceImages(
    tx: Transaction,
    { from, to, updated_at }: ImageReplacement,
  ): Promise<readonly string[]> {
    const changed = new Set<string>();
    for (const image of from) {
      const named = await tx
        .createQueryBuilder(CharacterEntity, 'character')
        .where('character.source_images LIKE :image', { image: `%"${image}"%` })
        .getMany();
      for (const { id } of named) {
        await acquireTransactionLock(tx, `character ${id}`);
        const images = (await tx.findOneBy(CharacterEntity, { id }))?.source_images ?? [];
        // `_` in a path stands for any character in LIKE.
        if (!images.includes(image)) continue;
        const source_images = [...new Set(images.map((one) => (one === image ? to : one)))];
        await tx.update(CharacterEntity, { id }, { source_images, updated_at });
        changed.add(id);
      }
    }
    return [...changed];
  }

  /** Those of these that are images of a character. */
  async namedImages(images: readonly string[]): Promise<string[]> {
    const named = new Set<string>();
    for (let start = 0; start < images.length; start += MAX_CONDITIONS)
      for (const image of await this.imagesWith(images.slice(start, start + MAX_CONDITIONS)))
        named.add(image);
    return images.filter((image) => named.has(image));
  }

  /** All images of the characters that have one of these. */
  private async imagesWith(images: readonly string[]): Promise<string[]> {
    const query = this.read.manager
      .createQueryBuilder(CharacterEntity, 'character')
      .select(['character.id', 'character.source_images']);
    for (const [index, image] of images.entries())
      query.orWhere(`character.source_images LIKE :image${index}`, {
        [`image${index}`]: `%"${image}"%`,
      });
    return (await query.getMany()).flatMap((one) => one.source_images);
  }

  /** Ids of those that have one of these LoRA files, sorted. Reads the LoRAs of all characters. */
  async withLoras(files: readonly string[]): Promise<string[]> {
    const characters = await this.read.manager.find(CharacterEntity, {
      select: { id: true, loras: true },
      order: { id: 'ASC' },
    });
    return characters
      .filter(({ loras }) => loras.some(({ name }) => files.includes(name)))
      .map(({ id }) => id);
  }

  /** Newest first. @param turnOwner see `BoundedReads.rows` @throws QueryTooCostly */
  async page(
    turnOwner: string,
    filter: CharacterFilter,
    request: PageRequest,
  ): Promise<Page<CharacterRow>> {
    const query = this.filtered(filter);
    if (filter.q === undefined) return newestPage(query, request);
    const read = (rows: typeof query) => this.bounded.rowsOf(turnOwner, rows);
    return newestPage(query, request, 'created_at', 'id', read);
  }

  private filtered({ ids, q, category, kind }: CharacterFilter) {
    const query: SelectQueryBuilder<CharacterEntity> = this.read.manager.createQueryBuilder(
      CharacterEntity,
      'character',
    );
    if (ids !== undefined) query.andWhere('character.id IN (:...ids)', { ids });
    if (category !== undefined) query.andWhere('character.category = :category', { category });
    if (kind !== undefined) query.andWhere('character.kind = :kind', { kind });
    for (const [n, word] of searchWords(q ?? '').entries())
      query.andWhere(containsWord('character.folded', `word${n}`), { [`word${n}`]: word });
    return query;
  }
}
