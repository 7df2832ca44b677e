import { AppError, errorSpec } from '../../platform/errors/app-error';

const WEBHOOK_NOT_FOUND = errorSpec({
  code: 'webhook_not_found',
  status: 404,
  meaning: 'There is no such webhook, or it is not yours. GET /api/webhooks lists yours.',
});

/** The same answer for a webhook that doesn't exist and for one of another owner. */
export class WebhookNotFound extends AppError {
  constructor() {
    super(WEBHOOK_NOT_FOUND, 'There is no webhook with this id.', { hint: 'GET /api/webhooks' });
  }
}

const DELIVERY_NOT_FOUND = errorSpec({
  code: 'delivery_not_found',
  status: 404,
  meaning:
    'The webhook has no such delivery, or it was deleted after a week. GET /api/webhooks/{id}/deliveries lists them.',
});

export class DeliveryNotFound extends AppError {
  constructor(webhookId: string) {
    super(DELIVERY_NOT_FOUND, 'The webhook has no delivery with this id.', {
      hint: `GET /api/webhooks/${webhookId}/deliveries`,
    });
  }
}

const WEBHOOK_CAP = errorSpec({
  code: 'webhook_cap',
  status: 409,
  meaning:
    "The key has reached its limit of webhooks. Change one, or delete one that you don't need.",
});

export class WebhookLimitReached extends AppError {
  constructor(limit: number) {
    super(
      WEBHOOK_CAP,
      `A key may have ${limit} webhooks. Delete one that you no longer need, or change one.`,
      { hint: 'GET /api/webhooks', extras: { limit } },
    );
  }
}

const WEBHOOK_BUSY = errorSpec({
  code: 'webhook_busy',
  status: 429,
  meaning:
    'Too many test and repeated deliveries of this key, or of all keys, are being sent. Send the request again after Retry-After seconds.',
});

export class WebhookBusy extends AppError {
  constructor() {
    super(WEBHOOK_BUSY, 'Too many deliveries are being sent on request. Try again in 10 seconds.', {
      headers: { 'Retry-After': '10' },
    });
  }
}
