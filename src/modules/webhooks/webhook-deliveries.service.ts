import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { Clock, Ids } from '../../platform/clock/clock';
import { readPage } from '../../platform/http/paging';
import { Slots, SlotsBusy } from '../../platform/slots';
import { DeliveryAttemptsService } from './delivery/delivery-attempts.service';
import type { DeliveriesQuery } from './dto/webhook.request';
import type { DeliveryPage, DeliveryRecord } from './dto/webhook.response';
import { DeliveriesRepository, type ListedDelivery } from './records/deliveries.repository';
import type { WebhookDeliveryRow } from './records/webhook-delivery.entity';
import { toDeliveryRecord } from './webhook-record';
import { DeliveryNotFound, WebhookBusy } from './webhooks.errors';
import { WebhookUpkeepService } from './webhook-upkeep.service';
import { WebhooksService } from './webhooks.service';

/** Deliveries on request that are sent at once, and those that wait: of all, of one owner. */
const CONCURRENCY = 16;
const LIMITS = { perOwner: 2, maxWaiting: 64, maxWaitingPerOwner: 8 };
const ID_BYTES = 12;

type Repeated = Pick<WebhookDeliveryRow, 'message_id' | 'type' | 'event' | 'bytes' | 'position'>;

/** The log of a webhook's deliveries, and deliveries on request: one attempt each, answered with how it went. */
@Injectable()
export class WebhookDeliveriesService {
  private readonly slots = new Slots(CONCURRENCY, LIMITS);

  constructor(
    private readonly webhooks: WebhooksService,
    private readonly rows: DeliveriesRepository,
    private readonly attempts: DeliveryAttemptsService,
    private readonly upkeep: WebhookUpkeepService,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Newest first. @throws WebhookNotFound */
  async page(caller: Caller, webhookId: string, query: DeliveriesQuery): Promise<DeliveryPage> {
    const { enabled } = await this.webhooks.find(caller, webhookId);
    const page = await this.rows.page(
      { webhookId, status: query.status },
      readPage(query, webhookId),
    );
    const item = (delivery: ListedDelivery): DeliveryRecord => ({
      ...toDeliveryRecord(delivery),
      ...(enabled ? {} : { next_attempt_at: null }),
    });
    return { ...page, items: page.items.map(item) };
  }

  /** Sends a message without an event. Throws `WebhookNotFound`, `WebhookBusy`. */
  async test(caller: Caller, webhookId: string): Promise<DeliveryRecord> {
    await this.webhooks.find(caller, webhookId);
    const id = this.newId();
    const message = { message_id: id, type: 'test', event: null, bytes: 0, position: 0 };
    return this.sendNow(caller, { id, webhookId, message });
  }

  /** Sends the message of an earlier delivery again. Throws `WebhookNotFound`, `DeliveryNotFound`, `WebhookBusy`. */
  async redeliver(caller: Caller, webhookId: string, deliveryId: string): Promise<DeliveryRecord> {
    await this.webhooks.find(caller, webhookId);
    const earlier = await this.rows.find(deliveryId);
    if (earlier?.webhook_id !== webhookId) throw new DeliveryNotFound(webhookId);
    return this.sendNow(caller, { id: this.newId(), webhookId, message: earlier });
  }

  private async sendNow(
    { ownerId }: Caller,
    { id, webhookId, message }: { id: string; webhookId: string; message: Repeated },
  ): Promise<DeliveryRecord> {
    const { message_id, type, event, bytes, position } = message;
    const delivery: WebhookDeliveryRow = {
      id,
      webhook_id: webhookId,
      message_id,
      type,
      event,
      bytes,
      position,
      lane: id,
      is_single: true,
      status: 'waiting',
      attempts: 0,
      next_attempt_at: null,
      last_attempt_at: null,
      http_status: null,
      error: null,
      created_at: this.clock.timestamp(),
    };
    const send = async (): Promise<void> => {
      await this.rows.insertSingle(delivery);
      await this.attempts.attempt(id);
    };
    await this.slots.run(send, ownerId ?? '').catch((error: unknown) => {
      throw error instanceof SlotsBusy ? new WebhookBusy() : error;
    });
    this.upkeep.noteStored(webhookId, bytes);
    const sent = await this.rows.find(id);
    if (!sent) throw new DeliveryNotFound(webhookId);
    return toDeliveryRecord(sent);
  }

  private newId(): string {
    return `whd_${this.ids.token(ID_BYTES)}`;
  }
}
