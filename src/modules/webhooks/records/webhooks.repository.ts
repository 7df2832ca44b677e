import { Injectable } from '@nestjs/common';
import { In, type SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { ownedBy } from '../../../platform/access/scope';
import { insertBelowCap } from '../../../platform/database/insert-below-cap';
import { newestPage } from '../../../platform/database/newest-page';
import { ReadConnection } from '../../../platform/database/read-connection';
import { affectedRows, row } from '../../../platform/database/row';
import { ownersOf, whereOwner } from '../../../platform/database/where-owner';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { IdempotencyClaims } from '../../../platform/http/idempotency-claims';
import type { Page, PageRequest } from '../../../platform/http/paging';
import { lockLanes } from './delivery-lanes.repository';
import { WebhookEntity, type WebhookRow } from './webhook.entity';

/** Internal id; `null` for webhooks without an owner, `undefined` for those of all owners. */
export type ListedOwner = string | null | undefined;

/** Written in the transaction of a change. */
type Also = (tx: Transaction) => Promise<void>;

/** Rows of webhooks. */
@Injectable()
export class WebhooksRepository {
  /** Whether there may be a webhook; `null` while that is unknown. */
  private exists: boolean | null = null;

  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly claims: IdempotencyClaims,
  ) {}

  /** Inserts the webhook unless its owner has `cap` of them. @returns whether it was inserted */
  async insert(webhook: WebhookRow, cap: number): Promise<boolean> {
    const also = async (tx: Transaction): Promise<void> => {
      this.exists = true;
      await this.claims.attach(tx, webhook.id);
    };
    return this.gate.run((tx) => insertBelowCap(tx, WebhookEntity, webhook, { cap, also }));
  }

  /** Whether there may be a webhook. From memory, because nothing else has to be done after each event without one. */
  async any(): Promise<boolean> {
    if (this.exists !== null) return this.exists;
    const isStored = await this.read.manager.exists(WebhookEntity);
    // One may have been inserted meanwhile.
    this.exists ??= isStored;
    return this.exists;
  }

  async find(id: string): Promise<WebhookRow | null> {
    return this.read.manager.findOneBy(WebhookEntity, { id });
  }

  async findFor(caller: Caller, id: string): Promise<WebhookRow | null> {
    return this.read.manager.findOneBy(WebhookEntity, { id, ...ownedBy(caller) });
  }

  async enabled(): Promise<WebhookRow[]> {
    return this.read.manager.findBy(WebhookEntity, { enabled: true });
  }

  /** All webhooks, as far as it takes to delete their old deliveries. */
  async states(): Promise<Pick<WebhookRow, 'id' | 'enabled' | 'disabled_reason'>[]> {
    const select = { id: true, enabled: true, disabled_reason: true } as const;
    return this.read.manager.find(WebhookEntity, { select });
  }

  /** Internal ids of all owners of webhooks. */
  owners(): Promise<string[]> {
    return ownersOf(this.read, WebhookEntity);
  }

  /**
   * Writes the columns that `change` answers for the row. Nothing else changes it meanwhile.
   * @returns the row as it is now; `null` if there is none
   */
  async update(
    id: string,
    change: (before: WebhookRow) => Partial<WebhookRow>,
    also: Also,
  ): Promise<WebhookRow | null> {
    return this.gate.run(async (tx) => {
      await lockLanes(tx);
      const before: WebhookRow | null = await tx.findOneBy(WebhookEntity, { id });
      if (!before) return null;
      const columns = change(before);
      await tx.update(WebhookEntity, { id }, row(columns));
      await this.claims.attach(tx, id);
      await also(tx);
      return { ...before, ...columns };
    });
  }

  /** Its deliveries stay, `DeliveriesRepository.deleteOrphans` deletes them. @returns whether it existed */
  async delete(id: string, also: Also): Promise<boolean> {
    return this.gate.run(async (tx) => {
      await lockLanes(tx);
      const wasThere = affectedRows(await tx.delete(WebhookEntity, { id })) > 0;
      if (!wasThere) return false;
      await also(tx);
      return true;
    });
  }

  /** Deletes the webhooks of these owners, as `delete` does. */
  async deleteOf(ownerIds: readonly string[]): Promise<void> {
    await this.gate.run(async (tx) => {
      await lockLanes(tx);
      await tx.delete(WebhookEntity, { owner_id: In([...ownerIds]) });
    });
  }

  /** Newest first. */
  async page(ownerId: ListedOwner, request: PageRequest): Promise<Page<WebhookRow>> {
    return newestPage(this.of(ownerId), request);
  }

  private of(ownerId: ListedOwner): SelectQueryBuilder<WebhookEntity> {
    const query = this.read.manager.createQueryBuilder(WebhookEntity, 'webhook');
    return whereOwner(query, ownerId);
  }
}
