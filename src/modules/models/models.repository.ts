import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Caller } from '../../platform/access/caller';
import { AccountRowsRegistry } from '../../platform/access/account-rows';
import { Clock } from '../../platform/clock/clock';
import { accountRowsOf } from '../../platform/database/account-rows-of';
import { ReadConnection } from '../../platform/database/read-connection';
import { row } from '../../platform/database/row';
import { upsertRows } from '../../platform/database/write-rows';
import { type Transaction, WriteGate } from '../../platform/database/write-gate';
import { ModelNoteEntity, type ModelNoteRow, ModelUseEntity } from './model.entity';
import { ModelUses } from './public/model-uses';
import { withSlashes } from './with-slashes';

/** What admins say about model files, and when callers used them. */
@Injectable()
export class ModelsRepository implements ModelUses {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly clock: Clock,
    accounts: AccountRowsRegistry,
  ) {
    accounts.add('uses of models', accountRowsOf({ gate, read }, ModelUseEntity, 'owner'));
  }

  async record(tx: Transaction, { ownerId }: Caller, files: Iterable<string>): Promise<void> {
    const last_used_at = this.clock.timestamp();
    // In one order everywhere, so that two transactions can't wait for each other's rows.
    const names = [...new Set([...files].map(withSlashes))].sort();
    const rows = names.map((name) => ({ owner: ownerId ?? '', name, last_used_at }));
    await upsertRows(tx, ModelUseEntity, rows, ['owner', 'name']);
  }

  /** By file name. */
  async usesOf(
    { ownerId }: Caller,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    if (names.length === 0) return new Map();
    const uses = await this.read.manager.findBy(ModelUseEntity, {
      owner: ownerId ?? '',
      name: In([...names]),
    });
    return new Map(uses.map(({ name, last_used_at }) => [name, last_used_at]));
  }

  /** By file name. */
  async notes(folder: string): Promise<ReadonlyMap<string, ModelNoteRow>> {
    const notes = await this.read.manager.findBy(ModelNoteEntity, { folder });
    return new Map(notes.map((note) => [note.name, note]));
  }

  /** Changes these columns only. `also` is written with them. */
  async note(
    folder: string,
    name: string,
    columns: Partial<ModelNoteRow>,
    also: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.gate.run(async (tx) => {
      const empty = { title: null, triggers: null, preview: null };
      const key = { folder, name };
      await tx
        .createQueryBuilder()
        .insert()
        .into(ModelNoteEntity)
        .values(row<ModelNoteEntity>({ ...key, ...empty }))
        .orIgnore()
        .execute();
      if (Object.keys(columns).length > 0) await tx.update(ModelNoteEntity, key, row(columns));
      await also(tx);
    });
  }
}
