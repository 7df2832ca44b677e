import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { upsertRows } from '../../../platform/database/upsert-rows';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { lockLanes } from './delivery-lanes.repository';
import { WebhookDeliveryEntity, type WebhookDeliveryRow } from './webhook-delivery.entity';
import { WebhookCursorEntity, WebhookEntity } from './webhook.entity';

const CURSOR = { id: 1 };

/** A delivery before its place in the lane is known. */
export type NewDelivery = Omit<WebhookDeliveryRow, 'next_attempt_at'>;

/** Turns events into deliveries: rows and the position that they cover, in one transaction. */
@Injectable()
export class FanOutRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
  ) {}

  /** The position up to which events have been turned into deliveries; 0 before the first one. */
  async cursor(): Promise<number> {
    return (await this.read.manager.findOneBy(WebhookCursorEntity, CURSOR))?.position ?? 0;
  }

  /**
   * Inserts deliveries of enabled webhooks and moves the cursor. A webhook that would have more than `maxWaiting`
   * deliveries waiting is disabled. @returns whether one was, so that its deliveries are to be given up
   */
  async advance(
    position: number,
    deliveries: readonly NewDelivery[],
    { now, maxWaiting }: { readonly now: string; readonly maxWaiting: number },
  ): Promise<boolean> {
    // Outside of the transaction, because it takes time; meanwhile the count can only fall.
    const overfull = await this.overfull(deliveries, maxWaiting);
    return this.gate.run(async (tx) => {
      await lockLanes(tx);
      await tx.upsert(WebhookCursorEntity, { ...CURSOR, position }, ['id']);
      const ids = [...new Set(deliveries.map(({ webhook_id }) => webhook_id))];
      const rows = await tx.find(WebhookEntity, {
        select: { id: true },
        where: { id: In(ids), enabled: true },
      });
      const enabled = new Set(rows.map(({ id }) => id));
      const stopped = [...overfull].filter((id) => enabled.delete(id));
      const disabled = { enabled: false, disabled_reason: 'too_many_waiting' } as const;
      await tx.update(WebhookEntity, { id: In(stopped) }, disabled);
      const added = deliveries.filter(({ webhook_id }) => enabled.has(webhook_id));
      await upsertRows(tx, WebhookDeliveryEntity, await placed(tx, added, now), ['id']);
      return stopped.length > 0;
    });
  }

  /** The webhooks that would have more than `maxWaiting` deliveries waiting. */
  private async overfull(
    deliveries: readonly NewDelivery[],
    maxWaiting: number,
  ): Promise<ReadonlySet<string>> {
    const counts = new Map<string, number>();
    for (const { webhook_id } of deliveries)
      counts.set(webhook_id, (counts.get(webhook_id) ?? 0) + 1);
    const waiting = await this.read.manager
      .createQueryBuilder(WebhookDeliveryEntity, 'delivery')
      .select('delivery.webhook_id', 'id')
      .addSelect('COUNT(*)', 'count')
      .where({ webhook_id: In([...counts.keys()]), status: 'waiting' })
      .groupBy('delivery.webhook_id')
      .getRawMany<{ id: string; count: string | number }>();
    const isOver = ({ id, count }: { id: string; count: string | number }) =>
      Number(count) + (counts.get(id) ?? 0) > maxWaiting;
    return new Set(waiting.filter(isOver).map(({ id }) => id));
  }
}

/** Only the first delivery of each lane is due. */
async function placed(
  tx: Transaction,
  deliveries: readonly NewDelivery[],
  now: string,
): Promise<WebhookDeliveryRow[]> {
  const busy = await tx
    .createQueryBuilder(WebhookDeliveryEntity, 'delivery')
    .select('delivery.webhook_id', 'webhook_id')
    .addSelect('delivery.lane', 'lane')
    .distinct()
    .where({
      webhook_id: In([...new Set(deliveries.map(({ webhook_id }) => webhook_id))]),
      lane: In([...new Set(deliveries.map(({ lane }) => lane))]),
      status: 'waiting',
    })
    .getRawMany<Pick<NewDelivery, 'webhook_id' | 'lane'>>();
  const lanes = new Set(busy.map(laneKey));
  return deliveries.map((delivery) => {
    const key = laneKey(delivery);
    const isFirst = !lanes.has(key);
    lanes.add(key);
    return { ...delivery, next_attempt_at: isFirst ? now : null };
  });
}

const laneKey = ({ webhook_id, lane }: Pick<NewDelivery, 'webhook_id' | 'lane'>): string =>
  JSON.stringify([webhook_id, lane]);
