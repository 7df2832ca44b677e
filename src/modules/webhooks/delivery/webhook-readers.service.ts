import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ConfigService } from '../../../platform/config/config.service';
import { eventFor, type OutboxEvent } from '../../../platform/events/outbox';
import { KeyHolders } from '../../agents/public/key-holders';
import type { WebhookRow } from '../records/webhook.entity';

/** What a webhook may read: what its owner may read now. */
@Injectable()
export class WebhookReadersService {
  constructor(
    private readonly holders: KeyHolders,
    private readonly config: ConfigService,
  ) {}

  /**
   * Who a webhook reads as. Null when its owner may no longer call: the key was revoked, or the webhook was made without
   * one and a key is required now.
   */
  async readerOf({ owner_id: ownerId }: Pick<WebhookRow, 'owner_id'>): Promise<Caller | null> {
    if (ownerId === null && this.config.current().security.require_api_key) return null;
    return this.holders.callerFor(ownerId);
  }
}

/** The event's data as a webhook of this reader gets it; null when it doesn't. */
export function dataFor(
  webhook: Pick<WebhookRow, 'owner_id' | 'all_owners'>,
  reader: Caller,
  event: OutboxEvent,
): object | null {
  const isOwn = event.audience.to !== 'owner' || event.ownerId === webhook.owner_id;
  return isOwn || webhook.all_owners ? eventFor(reader, event) : null;
}
