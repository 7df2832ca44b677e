import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ConfigService } from '../../../platform/config/config.service';
import type { OutboxEvent } from '../../../platform/events/outbox';
import { KeyHolders } from '../../agents/public/key-holders';
import type { WebhookRow } from '../records/webhook.entity';

/** Finds out what a webhook may read: what its owner may read now. */
@Injectable()
export class WebhookReadersService {
  constructor(
    private readonly holders: KeyHolders,
    private readonly config: ConfigService,
  ) {}

  /**
   * The caller whose rights a webhook has; `null` if its owner may no longer call: the key was revoked, or the webhook was
   * made without a key and keys are required now.
   */
  async readerOf({ owner_id: ownerId }: Pick<WebhookRow, 'owner_id'>): Promise<Caller | null> {
    if (ownerId === null && this.config.current().security.require_api_key) return null;
    return this.holders.callerFor(ownerId);
  }
}

/** Whether a webhook gets events of this owner: its own and shared ones, or those of all owners. */
export const coversOwner = (
  webhook: Pick<WebhookRow, 'owner_id' | 'all_owners'>,
  { audience, ownerId }: OutboxEvent,
): boolean => webhook.all_owners || audience.to !== 'owner' || ownerId === webhook.owner_id;
