import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan } from 'typeorm';
import { AccountRowsRegistry } from '../../../platform/access/account-rows';
import { tokenHash } from '../../../platform/access/token-hash';
import { Clock } from '../../../platform/clock/clock';
import { accountRowsOf } from '../../../platform/database/account-rows-of';
import { insertBelowCap } from '../../../platform/database/insert-below-cap';
import { ReadConnection } from '../../../platform/database/read-connection';
import { affectedRows } from '../../../platform/database/row';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { IdempotencyClaims } from '../../../platform/http/idempotency-claims';
import { UploadAddressEntity, type UploadAddressRow } from '../entities/media-link.entities';

/** Rows of upload addresses. */
@Injectable()
export class UploadAddressesRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly claims: IdempotencyClaims,
    private readonly clock: Clock,
    accounts: AccountRowsRegistry,
  ) {
    accounts.add('upload addresses', accountRowsOf({ gate, read }, UploadAddressEntity));
  }

  /** Inserts the address unless its owner has `cap` that can still be used. @returns whether it was inserted */
  async insert(address: UploadAddressRow, cap: number): Promise<boolean> {
    const options = {
      cap,
      counted: { expires_at: MoreThan(this.clock.timestamp()), path: IsNull() },
      also: (tx: Transaction) => this.claims.attach(tx, address.id),
    };
    return this.gate.run((tx) => insertBelowCap(tx, UploadAddressEntity, address, options));
  }

  /** `null` for unknown and expired tokens; used addresses are found until they expire. */
  async findByToken(token: string): Promise<UploadAddressRow | null> {
    return this.read.manager.findOneBy(UploadAddressEntity, {
      token_hash: tokenHash(token),
      expires_at: MoreThan(this.clock.timestamp()),
    });
  }

  /** Takes the address for one upload. @returns false if another one has it */
  async claim(id: string): Promise<boolean> {
    const claimed_at = this.clock.timestamp();
    const free = { id, claimed_at: IsNull() };
    return this.gate.run(
      async (tx) => affectedRows(await tx.update(UploadAddressEntity, free, { claimed_at })) > 0,
    );
  }

  /** The upload has failed: the address can be used again. */
  async free(id: string): Promise<void> {
    await this.gate.run((tx) => tx.update(UploadAddressEntity, { id }, { claimed_at: null }));
  }

  /** The upload has made this media asset. */
  async settle(id: string, path: string): Promise<void> {
    await this.gate.run((tx) => tx.update(UploadAddressEntity, { id }, { path }));
  }

  /** Frees the addresses of uploads that a killed process was receiving. */
  async freeUnfinished(): Promise<void> {
    const unfinished = { path: IsNull() };
    await this.gate.run((tx) => tx.update(UploadAddressEntity, unfinished, { claimed_at: null }));
  }

  async removeExpired(): Promise<void> {
    const expired = { expires_at: LessThan(this.clock.timestamp()) };
    await this.gate.run((tx) => tx.delete(UploadAddressEntity, expired));
  }
}
