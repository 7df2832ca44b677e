import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock, Ids } from '../../../platform/clock/clock';
import { eventFor, type OutboxEvent, OutboxReader } from '../../../platform/events/outbox';
import { FanOutRepository, type NewDelivery } from '../records/fan-out.repository';
import type { WebhookRow } from '../records/webhook.entity';
import { WebhooksRepository } from '../records/webhooks.repository';
import { WebhookUpkeepService } from '../webhook-upkeep.service';
import { coversOwner, WebhookReadersService } from './webhook-readers.service';
import { withinSize } from './webhook-message';

/** Events that are read together: few, because one transaction writes what up to 20 webhooks of an owner get of them. */
const MAX_EVENTS = 50;
/** Of the deliveries that one transaction writes: they are held in memory, and other writes wait for it. */
const MAX_WRITTEN_BYTES = 8 * 1024 * 1024;
/** The position is stored after this many events that no webhook receives; at most as many are read again after a restart. */
const MAX_UNSTORED = 1_000;
/** What may wait for a webhook. */
const MAX_WAITING = { count: 10_000, bytes: 32 * 1024 * 1024 };
const ID_BYTES = 12;

type StoredEvent = Pick<NewDelivery, 'bytes'> & { readonly event: OutboxEvent };
type Readers = ReadonlyMap<string | null, Caller | null>;

/** Turns new events into deliveries to the webhooks that receive them. */
@Injectable()
export class EventFanOutService {
  /** This process has read all events up to here. */
  private position = 0;
  /** Where the next process starts to read; may be lower. */
  private storedPosition = 0;

  constructor(
    private readonly outbox: OutboxReader,
    private readonly webhooks: WebhooksRepository,
    private readonly rows: FanOutRepository,
    private readonly readers: WebhookReadersService,
    private readonly upkeep: WebhookUpkeepService,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads all events that have come since the last call. The position is stored together with deliveries, and otherwise once
   * every {@link MAX_UNSTORED} events that no webhook receives.
   */
  async run(signal: AbortSignal): Promise<void> {
    if (this.position === 0) this.position = this.storedPosition = await this.rows.cursor();
    while (!signal.aborted) {
      const newest = await this.outbox.newest();
      if (newest <= this.position) return;
      const webhooks = await this.webhooks.enabled();
      this.position = await this.readNext(webhooks, newest);
    }
  }

  /** @returns the position up to which all events have been read */
  private async readNext(webhooks: readonly WebhookRow[], newest: number): Promise<number> {
    const starts = webhooks.map(({ after_position }) => after_position);
    const start = Math.max(this.position, Math.min(newest, ...starts));
    const read = webhooks.length === 0 ? [] : await this.outbox.after(start, MAX_EVENTS);
    // Later ones are left for the next time: a webhook that is not among these may have been created before them.
    const events = read.filter(({ position }) => position <= newest);
    const all = await this.deliveriesOf(webhooks, events);
    const deliveries = withinBytes(all, MAX_WRITTEN_BYTES);
    const isPart = deliveries.length < all.length;
    const position = (isPart ? deliveries : events).at(-1)?.position ?? newest;
    if (deliveries.length > 0) {
      const conditions = { now: this.clock.timestamp(), limits: MAX_WAITING };
      if (await this.rows.advance(position, deliveries, conditions)) this.upkeep.tidy();
      for (const { webhook_id, bytes } of deliveries) this.upkeep.noteStored(webhook_id, bytes);
    } else if (webhooks.length > 0 && position - this.storedPosition >= MAX_UNSTORED)
      await this.rows.skipTo(position);
    else return position;
    this.storedPosition = position;
    return position;
  }

  private async deliveriesOf(
    webhooks: readonly WebhookRow[],
    events: readonly OutboxEvent[],
  ): Promise<NewDelivery[]> {
    const pairs = events.flatMap((event) =>
      webhooks.filter((webhook) => isFor(webhook, event)).map((webhook) => ({ webhook, event })),
    );
    const readers = await this.readersOf(pairs.map(({ webhook }) => webhook));
    const stored = new Map<OutboxEvent, StoredEvent>();
    return pairs
      .filter(({ webhook, event }) => {
        const reader = readers.get(webhook.owner_id);
        return reader != null && eventFor(reader, event) !== null;
      })
      .map(({ webhook, event }) => {
        const copy = stored.get(event) ?? storedEvent(event);
        stored.set(event, copy);
        return this.delivery(webhook, copy);
      });
  }

  private async readersOf(webhooks: readonly WebhookRow[]): Promise<Readers> {
    const readers = new Map<string | null, Caller | null>();
    for (const webhook of webhooks)
      if (!readers.has(webhook.owner_id))
        readers.set(webhook.owner_id, await this.readers.readerOf(webhook));
    return readers;
  }

  private delivery({ id: webhook_id }: WebhookRow, { event, bytes }: StoredEvent): NewDelivery {
    const id = `whd_${this.ids.token(ID_BYTES)}`;
    return {
      id,
      webhook_id,
      message_id: id,
      type: event.kind,
      event,
      bytes,
      position: event.position,
      lane: event.promptId ?? '',
      is_single: false,
      status: 'waiting',
      attempts: 0,
      last_attempt_at: null,
      http_status: null,
      error: null,
      created_at: this.clock.timestamp(),
    };
  }
}

/** An event as deliveries store it. */
function storedEvent(event: OutboxEvent): StoredEvent {
  const { data, adminData } = event;
  const small = { ...event, data: withinSize(data), adminData: adminData && withinSize(adminData) };
  return { event: small, bytes: Buffer.byteLength(JSON.stringify(small)) };
}

/** The deliveries of the first events that fit into `maxBytes` together; always those of at least one event. */
export function withinBytes<T extends Pick<NewDelivery, 'position' | 'bytes'>>(
  deliveries: readonly T[],
  maxBytes: number,
): readonly T[] {
  let sum = 0;
  const first = deliveries[0]?.position;
  const excess = deliveries.find(({ position, bytes }) => {
    sum += bytes;
    return sum > maxBytes && position !== first;
  });
  return excess ? deliveries.filter(({ position }) => position < excess.position) : deliveries;
}

/** Whether a webhook receives an event, provided that its owner may read it. `resync` concerns events of every kind. */
const isFor = (webhook: WebhookRow, event: OutboxEvent): boolean =>
  event.position > webhook.after_position &&
  coversOwner(webhook, event) &&
  (event.kind === 'resync' || webhook.events.includes(event.kind));
