import { Injectable } from '@nestjs/common';
import { ReadConnection } from '../../../platform/database/read-connection';
import { WriteGate } from '../../../platform/database/write-gate';
import type { WrongOwnerSum } from '../public/library-check';

const FILES =
  'SELECT owner_id, size_bytes FROM media_assets WHERE owner_id IS NOT NULL ' +
  'UNION ALL SELECT owner_id, bytes FROM owner_other_bytes';
const ACTUAL = `SELECT owner_id, SUM(size_bytes) AS bytes FROM (${FILES}) files GROUP BY owner_id`;

const WRONG =
  'SELECT ids.owner_id AS owner_id, COALESCE(recorded.bytes, 0) AS recorded, COALESCE(actual.bytes, 0) AS actual FROM ' +
  '(SELECT owner_id FROM media_owner_bytes UNION ' +
  `SELECT owner_id FROM (${FILES}) files) ids ` +
  'LEFT JOIN media_owner_bytes recorded ON recorded.owner_id = ids.owner_id ' +
  `LEFT JOIN (${ACTUAL}) actual ON actual.owner_id = ids.owner_id ` +
  'WHERE COALESCE(recorded.bytes, 0) <> COALESCE(actual.bytes, 0) ORDER BY ids.owner_id';

/** Compares and corrects the sums that `limits.owner_bytes` is held against. Reads every row: not for a busy server. */
@Injectable()
export class OwnerSumsRepository {
  constructor(
    private readonly read: ReadConnection,
    private readonly gate: WriteGate,
  ) {}

  /** One statement, so that sums and rows are of the same instant. */
  async wrong(): Promise<WrongOwnerSum[]> {
    const rows = await this.read.manager.query<Record<string, unknown>[]>(WRONG);
    return rows.map(({ owner_id, recorded, actual }) => ({
      ownerId: String(owner_id),
      recorded: Number(recorded),
      actual: Number(actual),
    }));
  }

  /** Replaces all sums by those of the rows. */
  async recompute(): Promise<void> {
    await this.gate.run(async (tx) => {
      await tx.query('DELETE FROM media_owner_bytes');
      await tx.query(`INSERT INTO media_owner_bytes (owner_id, bytes) ${ACTUAL}`);
    });
  }
}
