import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { AccountRowsRegistry } from '../../platform/access/account-rows';
import { Clock } from '../../platform/clock/clock';
import { HourlyTasks } from '../../platform/clock/hourly-tasks';
import { KeyedPasses } from '../../platform/keyed-passes';
import { DeliveriesRepository } from './records/deliveries.repository';
import { WebhooksRepository } from './records/webhooks.repository';

/** How long deliveries are kept. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Ended deliveries of a webhook that are kept at most. */
const MAX_KEPT = { count: 10_000, bytes: 32 * 1024 * 1024 };
/** The log of a webhook is checked again when it has grown by so many bytes. */
const GROWTH = MAX_KEPT.bytes / 4;
/** The approximate size of a row without its event. */
const ROW_BYTES = 512;

/**
 * Deletes deliveries that are old or whose webhook was deleted, gives up waiting deliveries beyond the limit, and deletes the
 * webhooks of an owner whose account is deleted. All in small transactions, because there may be hundreds of thousands.
 */
@Injectable()
export class WebhookUpkeepService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(WebhookUpkeepService.name);
  private readonly stopping = new AbortController();
  private readonly passes = new KeyedPasses(() => this.tidyNow());
  private readonly trims = new KeyedPasses((id) => this.deliveries.deleteSurplus(id, MAX_KEPT));
  /** By webhook: how much was stored since its log was looked at. Each entry stands for at least one stored row. */
  private readonly growth = new Map<string, number>();

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly clock: Clock,
    accounts: AccountRowsRegistry,
    hourly: HourlyTasks,
  ) {
    accounts.add('webhooks', {
      owners: () => webhooks.owners(),
      deleteOf: async (owners) => {
        await webhooks.deleteOf(owners);
        this.tidy();
      },
    });
    hourly.add({ name: 'delete old deliveries', run: (signal) => this.sweep(signal) });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.deliveries.endInterrupted();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** Call it after webhooks were deleted, or disabled with too much waiting. Returns at once. */
  tidy(): void {
    this.passes.run('').catch((error: unknown) => {
      if (!this.stopping.signal.aborted)
        this.log.warn({ err: error }, 'deliveries remain; trying again within an hour');
    });
  }

  /** Call it after a delivery was stored: a log that grows fast is not left until the next hour. Returns at once. */
  noteStored(webhookId: string, bytes: number): void {
    const grown = (this.growth.get(webhookId) ?? 0) + ROW_BYTES + bytes;
    this.growth.set(webhookId, grown);
    if (grown < GROWTH) return;
    this.growth.delete(webhookId);
    this.trims.run(webhookId).catch((error: unknown) => {
      if (!this.stopping.signal.aborted)
        this.log.warn({ err: error }, 'old deliveries remain; trying again within an hour');
    });
  }

  private async tidyNow(): Promise<void> {
    await this.deliveries.deleteOrphans();
    for (const { id, disabled_reason } of await this.webhooks.states())
      if (disabled_reason === 'too_many_waiting') await this.deliveries.giveUpSurplus(id);
  }

  private async sweep(signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.before(KEPT_MS)).toISOString();
    await this.passes.run('');
    this.growth.clear();
    for (const webhook of await this.webhooks.states()) {
      if (signal.aborted) return;
      await this.deliveries.deleteOld(webhook, before);
      await this.trims.run(webhook.id);
    }
  }
}
