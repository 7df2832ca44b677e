import type { Caller } from '../../platform/access/caller';
import type { OwnerNames } from '../../platform/access/owner-names';
import type { AuditedOperation } from '../../platform/audit/audit-log.service';
import type { DeliveryRecord, WebhookRecord } from './dto/webhook.response';
import type { ListedDelivery } from './records/deliveries.repository';
import type { WebhookRow } from './records/webhook.entity';

/** A webhook as callers see it: without its secrets. */
export function toRecord(
  { isAdmin }: Caller,
  webhook: WebhookRow,
  owners: OwnerNames,
): WebhookRecord {
  const { id, url, events, enabled, disabled_reason, all_owners, description } = webhook;
  const { previous_until: previous_secret_until, created_at } = webhook;
  return {
    id,
    url,
    events,
    enabled,
    disabled_reason,
    all_owners,
    description,
    previous_secret_until,
    created_at,
    ...(isAdmin ? { owner: owners.nameOf(webhook.owner_id) } : {}),
  };
}

/** A delivery as callers see it. */
export function toDeliveryRecord(delivery: ListedDelivery): DeliveryRecord {
  const { id, message_id, type, status, attempts, error, http_status } = delivery;
  const { created_at, last_attempt_at, next_attempt_at } = delivery;
  return {
    id,
    message_id,
    type,
    status,
    attempts,
    error,
    http_status,
    created_at,
    last_attempt_at,
    next_attempt_at,
  };
}

/** A change of a webhook for the audit log. */
export const operationOn = (
  { id, owner_id: ownerId }: WebhookRow,
  verb: 'update' | 'delete' | 'rotate',
): AuditedOperation => ({ action: `webhook.${verb}`, kind: 'webhook', subject: id, ownerId });
