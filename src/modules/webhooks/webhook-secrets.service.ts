import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { OwnerNames } from '../../platform/access/owner-names';
import { AuditLogService } from '../../platform/audit/audit-log.service';
import { Clock, Ids } from '../../platform/clock/clock';
import { OutboxReader } from '../../platform/events/outbox';
import { SECRET_BYTES, toSecret } from './delivery/webhook-message';
import type { WebhookDto } from './dto/webhook.request';
import type { WebhookWithSecret } from './dto/webhook.response';
import type { WebhookRow } from './records/webhook.entity';
import { WebhooksRepository } from './records/webhooks.repository';
import { WebhookChecksService } from './webhook-checks.service';
import { operationOn, toRecord } from './webhook-record';
import { WebhookLimitReached, WebhookNotFound } from './webhooks.errors';
import { WebhooksService } from './webhooks.service';

/** Webhooks that one owner may have. */
const MAX_WEBHOOKS = 20;
const ID_BYTES = 12;
/** How long the secret before a rotation signs, too. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

/** Creates webhooks and rotates their secrets: the only answers with a secret. */
@Injectable()
export class WebhookSecretsService {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly checks: WebhookChecksService,
    private readonly rows: WebhooksRepository,
    private readonly outbox: OutboxReader,
    private readonly owners: OwnerNames,
    private readonly auditLog: AuditLogService,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Throws `ValidationFailed`, `WebhookLimitReached`. */
  async create(caller: Caller, body: WebhookDto): Promise<WebhookWithSecret> {
    this.checks.check(caller, body);
    const webhook: WebhookRow = {
      id: `whk_${this.ids.token(ID_BYTES)}`,
      owner_id: caller.ownerId,
      url: body.url,
      events: [...new Set(body.events)],
      enabled: body.enabled ?? true,
      disabled_reason: null,
      all_owners: body.all_owners ?? false,
      description: body.description ?? '',
      secret: this.newSecret(),
      previous_secret: null,
      previous_until: null,
      after_position: await this.outbox.newest(),
      created_at: this.clock.timestamp(),
    };
    if (!(await this.rows.insert(webhook, MAX_WEBHOOKS)))
      throw new WebhookLimitReached(MAX_WEBHOOKS);
    return this.withSecret(caller, webhook);
  }

  /** For the repeat of a request whose answer was lost. Throws `WebhookNotFound`. */
  async get(caller: Caller, id: string): Promise<WebhookWithSecret> {
    return this.withSecret(caller, await this.webhooks.find(caller, id));
  }

  /**
   * The secret until now signs for 24 hours more; the one before it ends. So a rotation whose answer was lost should be
   * repeated with its key: another one would end the secret that the receiver knows.
   * Throws `WebhookNotFound`.
   */
  async rotate(caller: Caller, id: string): Promise<WebhookWithSecret> {
    const webhook = await this.webhooks.find(caller, id);
    const secret = this.newSecret();
    const previous_until = new Date(this.clock.now() + ROTATION_MS).toISOString();
    const rotated = await this.rows.update(
      id,
      // The secret as it is by then: another rotation may have answered it meanwhile.
      (before) => ({ secret, previous_secret: before.secret, previous_until }),
      (tx) => this.auditLog.recordForeign(tx, caller, operationOn(webhook, 'rotate')),
    );
    if (!rotated) throw new WebhookNotFound();
    return this.withSecret(caller, rotated);
  }

  private newSecret(): string {
    return toSecret(this.ids.token(SECRET_BYTES));
  }

  private withSecret(caller: Caller, webhook: WebhookRow): WebhookWithSecret {
    return { ...toRecord(caller, webhook, this.owners), secret: webhook.secret };
  }
}
