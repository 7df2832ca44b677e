import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { AccountRowsRegistry } from '../../platform/access/account-rows';
import { Clock } from '../../platform/clock/clock';
import { DeliveriesRepository } from './records/deliveries.repository';
import { WebhooksRepository } from './records/webhooks.repository';

const PERIOD_MS = 60 * 60 * 1000;
/** How long deliveries are kept. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Ended deliveries of a webhook that are kept at most. */
const MAX_KEPT = 10_000;

/** Deletes old deliveries, and lets webhooks end with the account of their owner. */
@Injectable()
export class WebhookUpkeepService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(WebhookUpkeepService.name);
  private readonly stopping = new AbortController();

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly clock: Clock,
    accounts: AccountRowsRegistry,
  ) {
    accounts.add({
      name: 'webhooks',
      owners: () => webhooks.owners(),
      deleteOf: (owners) => webhooks.deleteOf(owners),
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.deliveries.endInterrupted();
    void this.sweepHourly();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  private async sweepHourly(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.sweep(signal);
      } catch (error) {
        this.log.warn({ err: error }, 'old deliveries remain; trying again in an hour');
      }
      await this.clock.sleep(PERIOD_MS, signal).catch(() => undefined);
    }
  }

  private async sweep(signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.before(KEPT_MS)).toISOString();
    for (const id of await this.webhooks.ids()) {
      if (signal.aborted) return;
      await this.deliveries.sweep(id, before, MAX_KEPT);
    }
  }
}
