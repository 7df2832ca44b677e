import { Injectable } from '@nestjs/common';
import { AsyncVariable } from '../async-variable';
import type { Transaction } from '../database/write-gate';
import type { Plain } from '../plain';
import type { IdempotencyKeyEntity } from './idempotency-key.entity';
import { IdempotencyRepository } from './idempotency.repository';

/** The key of the request that runs now. */
export interface Claim {
  readonly row: Omit<Plain<IdempotencyKeyEntity>, 'subject'>;
  /** What the request has created so far, including rolled-back attempts. */
  readonly subjects: Set<string>;
}

/** Another process has claimed the key meanwhile. */
export class KeyTaken extends Error {}

const currentClaim = new AsyncVariable<Claim>();

/** Stores the `Idempotency-Key` of a request in the same transaction as what the request creates. */
@Injectable()
export class IdempotencyClaims {
  constructor(private readonly keys: IdempotencyRepository) {}

  /** Runs `work` as the holder of the claim. */
  runWithClaim<T>(claim: Claim, work: () => Promise<T>): Promise<T> {
    return currentClaim.run(claim, work);
  }

  /**
   * Writes the key's row. Call it in the transaction that writes `subject`; does nothing without a key. Throws {@link KeyTaken}, which must roll the transaction back.
   */
  async attach(tx: Transaction, subject: string): Promise<void> {
    const claim = currentClaim.getStore();
    if (!claim) return;
    claim.subjects.add(subject);
    const row = await this.keys.claim(tx, { ...claim.row, subject });
    if (!claim.subjects.has(row.subject)) throw new KeyTaken();
  }

  /** Deletes the key's row. Call it in the transaction that deletes what {@link attach} was called for. */
  async detach(): Promise<void> {
    const claim = currentClaim.getStore();
    if (claim) await this.keys.release({ caller: claim.row.caller, key: claim.row.key });
  }
}
