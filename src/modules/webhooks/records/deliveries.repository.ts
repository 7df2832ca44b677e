import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, LessThan, LessThanOrEqual, Not } from 'typeorm';
import { newestPage } from '../../../platform/database/newest-page';
import { ReadConnection } from '../../../platform/database/read-connection';
import { affectedRows, row } from '../../../platform/database/row';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import type { Page, PageRequest } from '../../../platform/http/paging';
import type { DeliveryState, DeliveryStatus } from '../delivery/delivery-state';
import { lockLanes, releaseLane } from './delivery-lanes.repository';
import { WebhookDeliveryEntity, type WebhookDeliveryRow } from './webhook-delivery.entity';
import { WebhookEntity } from './webhook.entity';

/** A delivery as the log shows it. */
export type ListedDelivery = Omit<WebhookDeliveryRow, 'event' | 'bytes'>;

export interface DeliveryFilter {
  readonly webhookId: string;
  readonly status?: DeliveryStatus | undefined;
}

/** A webhook with something to send. */
export interface DueWebhook {
  readonly id: string;
  readonly ownerId: string | null;
}

/** What is kept of deliveries that have ended. */
export interface LogLimits {
  readonly count: number;
  /** The size of their events. */
  readonly bytes: number;
}

/** When an attempt ended, and when the next one follows. */
export interface AttemptTimes {
  readonly now: string;
  readonly next: string | null;
}

const LISTED = [
  ...['id', 'webhook_id', 'message_id', 'type', 'position', 'lane', 'is_single', 'status'],
  ...['attempts', 'next_attempt_at', 'last_attempt_at', 'http_status', 'error', 'created_at'],
].map((column) => `delivery.${column}`);
/** Rows that one transaction changes or deletes: other writes wait for it. */
const CHUNK = 200;
/** The newest ended delivery of a webhook that is beyond the limits of the log. Read from the index alone. */
const NEWEST_BEYOND_LIMITS = `SELECT created_at FROM (
  SELECT created_at, id,
    COUNT(*) OVER newest_first AS newer_count,
    SUM(bytes) OVER newest_first AS newer_bytes
  FROM webhook_deliveries
  WHERE webhook_id = $1 AND status <> 'waiting'
  WINDOW newest_first AS (ORDER BY created_at DESC, id DESC ROWS UNBOUNDED PRECEDING)
) delivery WHERE newer_count > $2 OR newer_bytes > $3 ORDER BY created_at DESC, id DESC LIMIT 1`;
/** The first waiting delivery of its lane. */
const IS_FIRST_OF_LANE = `delivery."position" = (
  SELECT MIN(other."position") FROM webhook_deliveries other
  WHERE other.webhook_id = delivery.webhook_id
    AND other.lane = delivery.lane AND other.status = 'waiting')`;

/** Rows of deliveries: what is due, what an attempt changes, the log. */
@Injectable()
export class DeliveriesRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
  ) {}

  /** For one that somebody asked for, outside of all lanes. */
  async insertSingle(delivery: WebhookDeliveryRow): Promise<void> {
    await this.gate.run((tx) => tx.insert(WebhookDeliveryEntity, row(delivery)));
  }

  async find(id: string): Promise<WebhookDeliveryRow | null> {
    return this.read.manager.findOneBy(WebhookDeliveryEntity, { id });
  }

  /** Webhooks with a delivery that is due. */
  async due(now: string): Promise<DueWebhook[]> {
    const query = this.read.manager.createQueryBuilder(WebhookEntity, 'webhook');
    const isDue = query
      .subQuery()
      .select('1')
      .from(WebhookDeliveryEntity, 'delivery')
      .where('delivery.webhook_id = webhook.id')
      .andWhere('delivery.next_attempt_at <= :now');
    const rows = await query
      .select(['webhook.id', 'webhook.owner_id'])
      .where('webhook.enabled = :enabled', { enabled: true })
      .andWhere(`EXISTS ${isDue.getQuery()}`, { now })
      .getMany();
    return rows.map(({ id, owner_id: ownerId }) => ({ id, ownerId }));
  }

  /**
   * Ids of due deliveries of a webhook, each the first of its lane, the one that has waited longest first. None while the
   * webhook is disabled.
   */
  async dueOf(webhookId: string, now: string, limit: number): Promise<string[]> {
    const query = this.read.manager.createQueryBuilder(WebhookDeliveryEntity, 'delivery');
    const isEnabled = query
      .subQuery()
      .select('1')
      .from(WebhookEntity, 'webhook')
      .where('webhook.id = :webhookId AND webhook.enabled = :enabled');
    // By nothing else, so that the index has this order, however many are due since the same time.
    const rows = await query
      .select('delivery.id')
      .where({ webhook_id: webhookId, next_attempt_at: LessThanOrEqual(now) })
      .andWhere(`EXISTS ${isEnabled.getQuery()}`, { webhookId, enabled: true })
      .orderBy('delivery.next_attempt_at', 'ASC')
      .limit(limit)
      .getMany();
    return rows.map(({ id }) => id);
  }

  /** Lets the first delivery of each lane begin again at `now`, with no attempts counted. */
  async release(webhookId: string, now: string): Promise<void> {
    const rows = await this.read.manager
      .createQueryBuilder(WebhookDeliveryEntity, 'delivery')
      .select('delivery.id')
      .where({ webhook_id: webhookId, status: 'waiting', is_single: false })
      .andWhere(IS_FIRST_OF_LANE)
      .getMany();
    const changes = { next_attempt_at: now, attempts: 0 };
    for (const ids of chunksOf(rows))
      await this.gate.run((tx) =>
        tx.update(WebhookDeliveryEntity, { id: In(ids), status: 'waiting' }, changes),
      );
  }

  /** Gives up what waits for a webhook that was disabled because too much waits. */
  async giveUpSurplus(webhookId: string): Promise<void> {
    const error = 'too_many_waiting';
    const where = { webhook_id: webhookId, status: 'waiting' } as const;
    const rows = await this.read.manager.find(WebhookDeliveryEntity, {
      select: { id: true },
      where,
    });
    for (const ids of chunksOf(rows)) {
      const isDone = await this.gate.run(async (tx) => {
        // Serialised with enabling it, after which the rest is sent.
        await lockLanes(tx);
        const webhook = { id: webhookId, enabled: false, disabled_reason: error } as const;
        if (!(await tx.existsBy(WebhookEntity, webhook))) return true;
        const changes = { status: 'failed', error, next_attempt_at: null } as const;
        await tx.update(WebhookDeliveryEntity, { id: In(ids), status: 'waiting' }, changes);
        return false;
      });
      if (isDone) return;
    }
  }

  /** Deletes deliveries of webhooks that were deleted. */
  async deleteOrphans(): Promise<void> {
    const { manager } = this.read;
    const orphans = await manager
      .createQueryBuilder(WebhookDeliveryEntity, 'delivery')
      .select('delivery.webhook_id', 'id')
      .distinct()
      .where('delivery.webhook_id NOT IN (SELECT id FROM webhooks)')
      .getRawMany<{ id: string }>();
    for (const { id: webhook_id } of orphans) await this.deleteWhere([{ webhook_id }]);
  }

  /** Writes what an attempt led to: the delivery, the next one of its lane, and whether the webhook goes on. */
  async recordAttempt(
    { id, webhook_id, lane, is_single }: WebhookDeliveryRow,
    { status, attempts, http_status, error, disables }: DeliveryState,
    { now, next }: AttemptTimes,
  ): Promise<void> {
    const write = async (tx: Transaction): Promise<void> => {
      await lockLanes(tx);
      const result = { status, attempts, http_status, error, last_attempt_at: now };
      const changes = row<WebhookDeliveryEntity>({ ...result, next_attempt_at: next });
      const waiting = { id, status: 'waiting' } as const;
      const isWritten = affectedRows(await tx.update(WebhookDeliveryEntity, waiting, changes)) > 0;
      if (!isWritten || is_single) return;
      if (disables !== null) await disable(tx, webhook_id, disables);
      if (status !== 'waiting') await releaseLane(tx, { webhook_id, lane }, now);
    };
    // What a power failure undoes is sent again, as it is after a crash.
    await this.gate.run(write, { flush: false });
  }

  /** Ends single deliveries whose attempt the end of the process has interrupted. */
  async endInterrupted(): Promise<void> {
    await this.gate.run((tx) =>
      tx.update(
        WebhookDeliveryEntity,
        { status: 'waiting', is_single: true },
        { status: 'failed', error: 'interrupted' },
      ),
    );
  }

  /** Newest first. */
  async page(filter: DeliveryFilter, request: PageRequest): Promise<Page<ListedDelivery>> {
    return newestPage(
      this.read.manager
        .createQueryBuilder(WebhookDeliveryEntity, 'delivery')
        .select(LISTED)
        .where(whereOf(filter)),
      request,
    );
  }

  /** Deletes deliveries of a webhook from before a time. The first ones of the lanes of an enabled webhook stay. */
  async deleteOld(
    { id: webhook_id, enabled }: Pick<WebhookEntity, 'id' | 'enabled'>,
    before: string,
  ): Promise<void> {
    const waiting = { webhook_id, status: 'waiting', created_at: LessThan(before) } as const;
    await this.deleteWhere([
      { ...endedOf(webhook_id), created_at: LessThanOrEqual(before) },
      enabled ? { ...waiting, next_attempt_at: IsNull() } : waiting,
    ]);
  }

  /** Deletes all ended deliveries of a webhook but the newest, as far as they are within both limits. */
  async deleteSurplus(webhookId: string, { count, bytes }: LogLimits): Promise<void> {
    const [surplus] = await this.read.manager.query<{ created_at: string }[]>(
      NEWEST_BEYOND_LIMITS,
      [webhookId, count, bytes],
    );
    if (!surplus) return;
    const created_at = LessThanOrEqual(surplus.created_at);
    await this.deleteWhere([{ ...endedOf(webhookId), created_at }]);
  }

  private async deleteWhere(where: FindOptionsWhere<WebhookDeliveryEntity>[]): Promise<void> {
    for (;;) {
      const old = await this.read.manager.find(WebhookDeliveryEntity, {
        select: { id: true },
        where,
        take: CHUNK,
      });
      if (old.length === 0) return;
      await this.gate.run((tx) =>
        tx.delete(
          WebhookDeliveryEntity,
          old.map(({ id }) => id),
        ),
      );
    }
  }
}

function* chunksOf(rows: readonly Pick<WebhookDeliveryRow, 'id'>[]): Generator<string[]> {
  for (let at = 0; at < rows.length; at += CHUNK)
    yield rows.slice(at, at + CHUNK).map(({ id }) => id);
}

const endedOf = (webhook_id: string) => ({
  webhook_id,
  status: Not<DeliveryStatus>('waiting'),
});

const whereOf = ({ webhookId, status }: DeliveryFilter) => ({
  webhook_id: webhookId,
  ...(status === undefined ? {} : { status }),
});

/** Stops a webhook. Its deliveries stay, for the case that it is enabled again. */
async function disable(
  tx: Transaction,
  id: string,
  disabled_reason: WebhookEntity['disabled_reason'],
): Promise<void> {
  await tx.update(WebhookEntity, { id, enabled: true }, { enabled: false, disabled_reason });
}
