import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { eventFor } from '../../../platform/events/outbox';
import { DeliveriesRepository } from '../records/deliveries.repository';
import type { WebhookDeliveryRow } from '../records/webhook-delivery.entity';
import type { WebhookRow } from '../records/webhook.entity';
import { WebhooksRepository } from '../records/webhooks.repository';
import { afterAttempt, type Outcome } from './delivery-state';
import { isPublicAddress } from './public-address';
import { WebhookHttpGateway } from './webhook-http.gateway';
import { signedHeaders, type WebhookMessage } from './webhook-message';
import { coversOwner, WebhookReadersService } from './webhook-readers.service';
import { urlProblem } from './webhook-url';

/** Steps of the random part of a pause. */
const JITTER_STEPS = 1_000;

const NEVER = new AbortController().signal;

/** Sends deliveries and records how that went. */
@Injectable()
export class DeliveryAttemptsService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly readers: WebhookReadersService,
    private readonly http: WebhookHttpGateway,
    private readonly config: ConfigService,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes one attempt, unless the delivery has ended or its webhook is disabled. The receiver may get it again when the
   * process ends before the result is stored.
   * @throws the signal's reason
   */
  async attempt(id: string, signal = NEVER): Promise<void> {
    const delivery = await this.deliveries.find(id);
    const webhook = delivery && (await this.webhooks.find(delivery.webhook_id));
    if (!webhook || delivery.status !== 'waiting') return;
    if (!webhook.enabled && !delivery.is_single) return;
    const outcome = await this.send(webhook, delivery, signal);
    const pauses = this.config.current().webhooks.retry_pauses_ms;
    const jitter = this.ids.integer(JITTER_STEPS) / JITTER_STEPS;
    const state = afterAttempt(delivery, outcome, { pauses, jitter });
    const now = this.clock.now();
    const next = state.retryInMs === null ? null : isoTime(now + state.retryInMs);
    await this.deliveries.recordAttempt(delivery, state, { now: isoTime(now), next });
  }

  private async send(
    webhook: WebhookRow,
    delivery: WebhookDeliveryRow,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const message = await this.messageOf(webhook, delivery);
    if (!message) return { error: 'not_permitted' };
    const { allow_private, timeout_ms: timeoutMs } = this.config.current().webhooks;
    const { url, owner_id } = webhook;
    if (urlProblem(url, allow_private) !== null) return { error: 'url_not_allowed' };
    const body = JSON.stringify(message);
    const now = new Date(this.clock.now());
    const headers = signedHeaders(webhook, { messageId: delivery.message_id, body, now });
    const isAdmitted = allow_private ? () => true : isPublicAddress;
    const request = { owner: owner_id ?? '', url, headers, body, isAdmitted, timeoutMs, signal };
    return this.http.post({ ...request, fromSystem: allow_private });
  }

  /** What the owner may read now; null for nothing. */
  private async messageOf(
    webhook: WebhookRow,
    { type, event, created_at }: WebhookDeliveryRow,
  ): Promise<WebhookMessage | null> {
    const reader = await this.readers.readerOf(webhook);
    if (!reader) return null;
    if (!event) return { type, timestamp: created_at, data: { webhook: webhook.id } };
    const data = coversOwner(webhook, event) ? eventFor(reader, event) : null;
    return data && { type, timestamp: event.createdAt, data };
  }
}

const isoTime = (ms: number): string => new Date(ms).toISOString();
