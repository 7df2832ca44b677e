import { acquireTransactionLock, type Transaction } from '../../../platform/database/write-gate';
import { WebhookDeliveryEntity } from './webhook-delivery.entity';

/*
 * Lanes: the waiting deliveries of one webhook for one job. Only the first of a lane has a time for its next attempt, so
 * finding what is due costs nothing for those behind it. It keeps the time while the webhook is disabled, because there may
 * be thousands of lanes, and other writes would wait for an update of them all.
 */

/** Call it before lanes are read and changed: nobody else changes them until the transaction ends. */
export const lockLanes = (tx: Transaction): Promise<void> =>
  acquireTransactionLock(tx, 'lanes of webhooks');

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
