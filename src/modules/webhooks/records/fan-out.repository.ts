import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { upsertRows } from '../../../platform/database/write-rows';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { lockLanes } from './delivery-lanes.repository';
import { WebhookDeliveryEntity, type WebhookDeliveryRow } from './webhook-delivery.entity';
import { WebhookCursorEntity, WebhookEntity } from './webhook.entity';

const CURSOR = { id: 1 };

/** A delivery before its place in the lane is known. */
export type NewDelivery = Omit<WebhookDeliveryRow, 'next_attempt_at'>;

/** What may wait for one webhook. */
export interface WaitingLimits {
  readonly count: number;
  /** The size of all events that wait. */
  readonly bytes: number;
}

interface Waiting extends WaitingLimits {
  readonly id: string;
}

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

  /** Moves the cursor past events that no webhook receives. */
  async skipTo(position: number): Promise<void> {
    await this.gate.run((tx) => tx.upsert(WebhookCursorEntity, { ...CURSOR, position }, ['id']), {
      // After a power failure, they are only read once more.
      flush: false,
    });
  }

  /**
   * Inserts deliveries of enabled webhooks and moves the cursor. A webhook for which more than `limits` would wait is
   * disabled. @returns whether one was, so that its deliveries are to be given up
   */
  async advance(
    position: number,
    deliveries: readonly NewDelivery[],
    { now, limits }: { readonly now: string; readonly limits: WaitingLimits },
  ): Promise<boolean> {
    // Outside of the transaction, because it takes time; meanwhile what waits can only become less.
    const overfull = await this.overfull(deliveries, limits);
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

  /** The webhooks for which more than `limits` would wait. */
  private async overfull(
    deliveries: readonly NewDelivery[],
    limits: WaitingLimits,
  ): Promise<ReadonlySet<string>> {
    const added = addedTo(deliveries);
    const waiting = await this.waiting([...added.keys()]);
    const isOver = ({ id, count, bytes }: Waiting): boolean => {
      const more = added.get(id) ?? NOTHING;
      return count + more.count > limits.count || bytes + more.bytes > limits.bytes;
    };
    return new Set(waiting.filter(isOver).map(({ id }) => id));
  }

  /** What waits for webhooks; only those for which anything does. */
  private async waiting(ids: readonly string[]): Promise<Waiting[]> {
    const rows = await this.read.manager
      .createQueryBuilder(WebhookDeliveryEntity, 'delivery')
      .select('delivery.webhook_id', 'id')
      .addSelect('COUNT(*)', 'count')
      .addSelect('SUM(delivery.bytes)', 'bytes')
      .where({ webhook_id: In([...ids]), status: 'waiting' })
      .groupBy('delivery.webhook_id')
      .getRawMany<{ id: string; count: string | number; bytes: string | number }>();
    return rows.map(({ id, count, bytes }) => ({
      id,
      count: Number(count),
      bytes: Number(bytes),
    }));
  }
}

const NOTHING: WaitingLimits = { count: 0, bytes: 0 };

/** How much of these deliveries is for each webhook. */
function addedTo(deliveries: readonly NewDelivery[]): ReadonlyMap<string, WaitingLimits> {
  const added = new Map<string, WaitingLimits>();
  for (const { webhook_id, bytes } of deliveries) {
    const until = added.get(webhook_id) ?? NOTHING;
    added.set(webhook_id, { count: until.count + 1, bytes: until.bytes + bytes });
  }
  return added;
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
