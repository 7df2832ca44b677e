import { acquireTransactionLock, type Transaction } from '../../../platform/database/write-gate';
import { WebhookDeliveryEntity } from './webhook-delivery.entity';

/*
 * Lanes: the waiting deliveries of one webhook for one job. Only the first of a lane has a time for its next attempt, so
 * finding what is due costs nothing for those behind it.
 */

/** Call it before lanes are read and changed: nobody else changes them until the transaction ends. */
export const lockLanes = (tx: Transaction): Promise<void> =>
  acquireTransactionLock(tx, 'lanes of webhooks');

/** Stops the attempts of a webhook. Its deliveries stay in their lanes. */
export async function holdDeliveries(tx: Transaction, webhookId: string): Promise<void> {
  await lockLanes(tx);
  await tx.update(
    WebhookDeliveryEntity,
    { webhook_id: webhookId, status: 'waiting' },
    { next_attempt_at: null },
  );
}

/** The position of the first waiting delivery in the lane of the row that is updated. */
const FIRST_OF_LANE = `
  SELECT MIN(other."position") FROM webhook_deliveries other
  WHERE other.webhook_id = webhook_deliveries.webhook_id
    AND other.lane = webhook_deliveries.lane AND other.status = 'waiting'`;

/** Lets the first delivery of each lane begin again, with no attempts counted. */
export async function releaseDeliveries(
  tx: Transaction,
  webhookId: string,
  now: string,
): Promise<void> {
  await lockLanes(tx);
  await tx
    .createQueryBuilder()
    .update(WebhookDeliveryEntity)
    .set({ next_attempt_at: now, attempts: 0 })
    .where({ webhook_id: webhookId, status: 'waiting', is_single: false })
    .andWhere(`"position" = (${FIRST_OF_LANE})`)
    .execute();
}

/** Makes the first delivery of a lane due, if there is any. */
export async function releaseLane(
  tx: Transaction,
  lane: { readonly webhook_id: string; readonly lane: string },
  now: string,
): Promise<void> {
  const next = await tx.findOne(WebhookDeliveryEntity, {
    select: { id: true },
    where: { webhook_id: lane.webhook_id, lane: lane.lane, status: 'waiting' },
    order: { position: 'ASC' },
  });
  if (next) await tx.update(WebhookDeliveryEntity, { id: next.id }, { next_attempt_at: now });
}
