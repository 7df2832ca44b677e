import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { serialize } from '../../../platform/database/serialize';
import type { JobRow } from '../records/job.entity';

/** Claims between two sweeps, the first of a process included. */
const SWEEP_EVERY = 256;

/**
 * Turns of a node that are kept. While fewer owners than this wait, whoever was served longer ago goes before all others
 * anyway, and needs no row to say so.
 */
const KEPT_TURNS = 1_024;

const TAKE =
  'INSERT INTO job_turns (provider, owner, turn) VALUES ($1, $2, ' +
  '(SELECT COALESCE(MAX(turn), 0) + 1 FROM job_turns WHERE provider = $1)) ' +
  'ON CONFLICT (provider, owner) DO UPDATE SET turn = excluded.turn';

const SWEEP =
  'DELETE FROM job_turns WHERE provider = $1 ' +
  'AND turn <= (SELECT MAX(turn) FROM job_turns WHERE provider = $1) - $2';

/** Notes whose turn it was, in the transaction that claims the job: after a restart the next one is the next one. */
@Injectable()
export class OwnerTurnsRepository {
  private taken = 0;

  /** Makes claims of one node follow one another until their transactions end. */
  async lockNode(tx: EntityManager, provider: string): Promise<void> {
    await serialize(tx, `slots of ${provider}`);
  }

  /** The job's owner goes behind all others of its node. */
  async take(tx: EntityManager, job: Pick<JobRow, 'provider' | 'owner_id'>): Promise<void> {
    await this.lockNode(tx, job.provider);
    await tx.query(TAKE, [job.provider, job.owner_id ?? '']);
    if (this.taken % SWEEP_EVERY === 0) await tx.query(SWEEP, [job.provider, KEPT_TURNS]);
    this.taken += 1;
  }
}
