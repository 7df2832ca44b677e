import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { BoundedReads } from '../../../platform/database/bounded-reads';
import { newestPage } from '../../../platform/database/newest-page';
import { affectedRows } from '../../../platform/database/row';
import { upsertRows } from '../../../platform/database/write-rows';
import { ReadConnection } from '../../../platform/database/read-connection';
import { ownersOf } from '../../../platform/database/where-owner';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../../platform/database/write-gate';
import type { Page, PageRequest } from '../../../platform/http/paging';
import { containsWord, foldText, searchWords } from '../../../platform/search-text';
import type { Plain } from '../../../platform/plain';
import { EarlierPromptEntity } from './earlier-prompt.entity';

export type EarlierPromptRow = Plain<EarlierPromptEntity>;

/** The prompts that owners have used. */
@Injectable()
export class EarlierPromptsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly bounded: BoundedReads,
  ) {}

  /** Stores each prompt once, with now as its last use. Locks the owner's prompts until the transaction ends. */
  async record(
    tx: Transaction,
    owner: string,
    prompts: Iterable<string>,
    now: string,
  ): Promise<void> {
    const rows = [...new Set(prompts)].map((prompt) => ({
      owner,
      hash: createHash('sha256').update(prompt).digest('hex'),
      prompt,
      folded: foldText(prompt),
      last_used_at: now,
    }));
    await lockPrompts(tx, owner);
    await upsertRows(tx, EarlierPromptEntity, rows, ['owner', 'hash']);
  }

  /** Last used first. @throws QueryTooCostly */
  async page(owner: string, search: string, request: PageRequest): Promise<Page<EarlierPromptRow>> {
    const query = this.filtered(owner, search);
    const read = (rows: typeof query) => this.bounded.rowsOf(owner, rows);
    return newestPage(query, request, 'last_used_at', 'hash', search === '' ? undefined : read);
  }

  /** Deletes all prompts of these owners. @returns how many there were */
  async deleteOf(owners: readonly string[]): Promise<number> {
    let deleted = 0;
    for (const owner of owners)
      deleted += await this.gate.run(async (tx) => {
        await lockPrompts(tx, owner);
        return affectedRows(await tx.delete(EarlierPromptEntity, { owner }));
      });
    return deleted;
  }

  /** Internal ids of all who have any prompt. */
  owners(): Promise<string[]> {
    return ownersOf(this.read, EarlierPromptEntity, 'owner');
  }

  private filtered(owner: string, search: string): SelectQueryBuilder<EarlierPromptEntity> {
    const query = this.read.manager
      .createQueryBuilder(EarlierPromptEntity, 'earlier')
      .where('earlier.owner = :owner', { owner });
    for (const [n, word] of searchWords(search).entries())
      query.andWhere(containsWord('earlier.folded', `word${n}`), { [`word${n}`]: word });
    return query;
  }
}

/** PostgreSQL locks the rows of an upsert and of a deletion in different orders: such transactions would deadlock. */
const lockPrompts = (tx: Transaction, owner: string): Promise<void> =>
  acquireTransactionLock(tx, `prompts of ${owner}`);
