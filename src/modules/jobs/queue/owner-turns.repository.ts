import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { acquireTransactionLock, WriteGate } from '../../../platform/database/write-gate';
import type { JobRow } from '../records/job.entity';

/** Old turns are deleted at the first claim of a process and after every so many claims. */
const CLAIMS_PER_CLEANUP = 256;

/**
 * Newest turns that are kept per node. With fewer waiting owners than this, an owner served longer ago is first anyway,
 * and needs no row.
 */
const MAX_TURNS = 1_024;

const TAKE =
  'INSERT INTO job_turns (provider, owner, turn) VALUES ($1, $2, ' +
  '(SELECT COALESCE(MAX(turn), 0) + 1 FROM job_turns WHERE provider = $1)) ' +
  'ON CONFLICT (provider, owner) DO UPDATE SET turn = excluded.turn';

const DELETE_OLD =
  'DELETE FROM job_turns WHERE provider = $1 ' +
  'AND turn <= (SELECT MAX(turn) FROM job_turns WHERE provider = $1) - $2';

/** Records whose turn it was, in the transaction that claims the job, so that a restart doesn't change the order. */
@Injectable()
export class OwnerTurnsRepository {
  private claims = 0;
  /** Whose turn was the last one at each node: one more would not change the order. */
  private readonly latest = new Map<string, string>();

  constructor(private readonly gate: WriteGate) {}

  /** Serialises the claims of one node until their transactions end. */
  async lockNode(tx: EntityManager, provider: string): Promise<void> {
    await acquireTransactionLock(tx, `slots of ${provider}`);
  }

  /** Puts the job's owner behind all other owners of its node. */
  async take(tx: EntityManager, job: Pick<JobRow, 'provider' | 'owner_id'>): Promise<void> {
    const { provider, owner_id } = job;
    const owner = owner_id ?? '';
    await this.lockNode(tx, provider);
    if (this.latest.get(provider) === owner) return;
    this.latest.delete(provider);
    await tx.query(TAKE, [provider, owner]);
    if (this.claims % CLAIMS_PER_CLEANUP === 0) await tx.query(DELETE_OLD, [provider, MAX_TURNS]);
    this.claims += 1;
    this.gate.afterCommit(() => this.latest.set(provider, owner));
  }
}
