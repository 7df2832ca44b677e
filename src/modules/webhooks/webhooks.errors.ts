import { codedError } from '../../platform/errors/app-error';

/** The same answer for a webhook that doesn't exist and for one of another owner. */
export class WebhookNotFound extends codedError({
  code: 'webhook_not_found',
  status: 404,
  meaning: 'There is no such webhook, or it is not yours. GET /api/webhooks lists yours.',
}) {
  constructor() {
    super('There is no webhook with this id.', { hint: 'GET /api/webhooks' });
  }
}

export class DeliveryNotFound extends codedError({
  code: 'delivery_not_found',
  status: 404,
  meaning:
    'The webhook has no such delivery, or it was deleted after a week. GET /api/webhooks/{id}/deliveries lists them.',
}) {
  constructor(webhookId: string) {
    super('The webhook has no delivery with this id.', {
      hint: `GET /api/webhooks/${webhookId}/deliveries`,
    });
  }
}

export class WebhookLimitReached extends codedError({
  code: 'webhook_cap',
  status: 409,
  meaning:
    "The key has reached its limit of webhooks. Change one, or delete one that you don't need.",
}) {
  constructor(limit: number) {
    super(`A key may have ${limit} webhooks. Delete one that you no longer need, or change one.`, {
      hint: 'GET /api/webhooks',
      extras: { limit },
    });
  }
}

export class WebhookBusy extends codedError({
  code: 'webhook_busy',
  status: 429,
  meaning:
    'Too many test and repeated deliveries of this key, or of all keys, are being sent. Send the request again after Retry-After seconds.',
}) {
  constructor() {
    super('Too many deliveries are being sent on request. Try again in 10 seconds.', {
      headers: { 'Retry-After': '10' },
    });
  }
}
