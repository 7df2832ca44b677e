import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { OwnerNames } from '../../platform/access/owner-names';
import { listedOwner } from '../../platform/access/scope';
import { AuditLogService } from '../../platform/audit/audit-log.service';
import { Clock } from '../../platform/clock/clock';
import { requireSameId } from '../../platform/errors/validation-failed';
import { OutboxReader } from '../../platform/events/outbox';
import { readPage } from '../../platform/http/paging';
import { KeyedPasses } from '../../platform/keyed-passes';
import type { Plain } from '../../platform/plain';
import type { WebhookPatchDto, WebhooksQuery } from './dto/webhook.request';
import type { DeletedWebhookResponse, WebhookPage, WebhookRecord } from './dto/webhook.response';
import type { WebhookRow } from './records/webhook.entity';
import { DeliveriesRepository } from './records/deliveries.repository';
import { WebhooksRepository } from './records/webhooks.repository';
import { operationOn, toRecord } from './webhook-record';
import { WebhookChecksService } from './webhook-checks.service';
import { WebhookUpkeepService } from './webhook-upkeep.service';
import { WebhookNotFound } from './webhooks.errors';

/** What callers read and change of their webhooks. */
@Injectable()
export class WebhooksService {
  /** By webhook: one at a time, however often it is enabled. */
  private readonly releases = new KeyedPasses((id) =>
    this.deliveries.release(id, this.clock.timestamp()),
  );

  constructor(
    private readonly rows: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly upkeep: WebhookUpkeepService,
    private readonly checks: WebhookChecksService,
    private readonly outbox: OutboxReader,
    private readonly owners: OwnerNames,
    private readonly auditLog: AuditLogService,
    private readonly clock: Clock,
  ) {}

  /** The caller's own, newest first; admins may pass `owner`. */
  async page(caller: Caller, query: WebhooksQuery): Promise<WebhookPage> {
    const ownerId = listedOwner(caller, query.owner, this.owners);
    const page = await this.rows.page(ownerId, readPage(query));
    return { ...page, items: page.items.map((row) => toRecord(caller, row, this.owners)) };
  }

  /** @throws WebhookNotFound */
  async get(caller: Caller, id: string): Promise<WebhookRecord> {
    return toRecord(caller, await this.find(caller, id), this.owners);
  }

  /** Throws `WebhookNotFound`, `ValidationFailed`. */
  async update(caller: Caller, id: string, patch: WebhookPatchDto): Promise<WebhookRecord> {
    const webhook = await this.find(caller, id);
    requireSameId(id, patch.id);
    this.checks.check(caller, patch);
    const { enabled } = patch;
    const columns = {
      ...changedColumns(webhook, patch),
      // What happened while it was disabled isn't sent.
      ...(enabled === true && !webhook.enabled
        ? { after_position: await this.outbox.newest() }
        : {}),
    };
    if (Object.keys(columns).length > 0) await this.change(caller, webhook, columns);
    return this.get(caller, id);
  }

  /** @throws WebhookNotFound */
  async delete(caller: Caller, id: string): Promise<Plain<DeletedWebhookResponse>> {
    const webhook = await this.find(caller, id);
    const isDeleted = await this.rows.delete(id, (tx) =>
      this.auditLog.recordForeign(tx, caller, operationOn(webhook, 'delete')),
    );
    if (!isDeleted) throw new WebhookNotFound();
    this.upkeep.tidy();
    return { ok: true, id };
  }

  /** The row. @throws WebhookNotFound if the caller may not see it */
  async find(caller: Caller, id: string): Promise<WebhookRow> {
    const webhook = await this.rows.findFor(caller, id);
    if (!webhook) throw new WebhookNotFound();
    return webhook;
  }

  private async change(
    caller: Caller,
    webhook: WebhookRow,
    columns: Partial<WebhookRow>,
  ): Promise<void> {
    const changed = await this.rows.update(
      webhook.id,
      () => columns,
      (tx) => this.auditLog.recordForeign(tx, caller, operationOn(webhook, 'update')),
    );
    if (!changed) throw new WebhookNotFound();
    if (columns.enabled === true) await this.releases.run(webhook.id);
  }
}

function changedColumns(
  webhook: WebhookRow,
  { url, events, description, enabled, all_owners }: WebhookPatchDto,
): Partial<WebhookRow> {
  // One that the service has disabled stays so for its reason.
  const keepsState = enabled === undefined || (!enabled && !webhook.enabled);
  return {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(description === undefined ? {} : { description: description ?? '' }),
    ...(all_owners === undefined ? {} : { all_owners }),
    ...(keepsState ? {} : { enabled, disabled_reason: null }),
  };
}
