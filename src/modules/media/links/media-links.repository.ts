import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan, type SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { ownedBy } from '../../../platform/access/scope';
import { AccountRowsRegistry } from '../../../platform/access/account-rows';
import { tokenHash } from '../../../platform/access/token-hash';
import { Clock } from '../../../platform/clock/clock';
import { accountRowsOf } from '../../../platform/database/account-rows-of';
import { insertBelowCap } from '../../../platform/database/insert-below-cap';
import { newestPage } from '../../../platform/database/newest-page';
import { ReadConnection } from '../../../platform/database/read-connection';
import { affectedRows } from '../../../platform/database/row';
import { whereOwner } from '../../../platform/database/where-owner';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { IdempotencyClaims } from '../../../platform/http/idempotency-claims';
import type { Page, PageRequest } from '../../../platform/http/paging';
import { MediaLinkEntity, type MediaLinkRow } from '../entities/media-link.entities';

/** Rows of links. Expired ones are not answered. */
@Injectable()
export class MediaLinksRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly claims: IdempotencyClaims,
    private readonly clock: Clock,
    accounts: AccountRowsRegistry,
  ) {
    accounts.add('links', accountRowsOf({ gate, read }, MediaLinkEntity));
  }

  /**
   * Inserts the link unless its owner has `cap` of them.
   * @param also written in the same transaction
   * @returns whether it was inserted
   */
  async insert(
    link: MediaLinkRow,
    cap: number,
    also: (tx: Transaction) => Promise<void>,
  ): Promise<boolean> {
    const written = async (tx: Transaction): Promise<void> => {
      await this.claims.attach(tx, link.id);
      await also(tx);
    };
    const options = { cap, counted: { expires_at: this.later() }, also: written };
    return this.gate.run((tx) => insertBelowCap(tx, MediaLinkEntity, link, options));
  }

  async findByToken(token: string): Promise<MediaLinkRow | null> {
    return this.read.manager.findOneBy(MediaLinkEntity, {
      token_hash: tokenHash(token),
      expires_at: this.later(),
    });
  }

  async findFor(caller: Caller, id: string): Promise<MediaLinkRow | null> {
    return this.read.manager.findOneBy(MediaLinkEntity, {
      id,
      expires_at: this.later(),
      ...ownedBy(caller),
    });
  }

  /** @returns whether it was there */
  async remove(id: string, also: (tx: Transaction) => Promise<void>): Promise<boolean> {
    return this.gate.run(async (tx) => {
      if (affectedRows(await tx.delete(MediaLinkEntity, { id })) === 0) return false;
      await also(tx);
      return true;
    });
  }

  /** Newest first. @param ownerId `null` for links without an owner, `undefined` for all */
  async page(
    ownerId: string | null | undefined,
    request: PageRequest,
  ): Promise<Page<MediaLinkRow>> {
    return newestPage(this.open(ownerId), request);
  }

  async removeExpired(): Promise<void> {
    const expired = { expires_at: LessThan(this.clock.timestamp()) };
    await this.gate.run((tx) => tx.delete(MediaLinkEntity, expired));
  }

  private open(ownerId: string | null | undefined): SelectQueryBuilder<MediaLinkEntity> {
    const query = this.read.manager
      .createQueryBuilder(MediaLinkEntity, 'link')
      .where('link.expires_at > :now', { now: this.clock.timestamp() });
    return whereOwner(query, ownerId);
  }

  private later() {
    return MoreThan(this.clock.timestamp());
  }
}
