import { AsyncResource } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { OutboxReader } from '../../../platform/events/outbox';
import { KeyedPasses } from '../../../platform/keyed-passes';
import { HealthRegistry } from '../../../platform/observability/health.registry';
import { Slots } from '../../../platform/slots';
import { WebhookDeliveries } from '../public/webhook-deliveries';
import { DeliveriesRepository } from '../records/deliveries.repository';
import { WebhooksRepository } from '../records/webhooks.repository';
import { DeliveryAttemptsService } from './delivery-attempts.service';
import { EventFanOutService } from './event-fan-out.service';

/** Attempts at once: of all, of the webhooks of one owner, of one webhook (each for another job). */
const CONCURRENCY = 64;
const CONCURRENCY_PER_OWNER = 8;
const CONCURRENCY_PER_WEBHOOK = 2;
/** Events that come within this time are read together. */
const PAUSE_MS = 100;

const DEGRADED = {
  status: 'degraded',
  detail: 'Events could not be passed on to webhooks; the log says why.',
} as const;

/**
 * Sends what is due, the webhooks side by side: a slow receiver delays only its own webhook and, if it has many of them,
 * those of its owner. All state is stored, so that a new process continues where the last one stopped.
 */
@Injectable()
export class DeliveryWorkerService implements WebhookDeliveries {
  private readonly log = new Logger(DeliveryWorkerService.name);
  private readonly stopping = new AbortController();
  /** Outside of the request whose event woke it, so that nothing is written for its idempotency key. */
  private readonly context = new AsyncResource(DeliveryWorkerService.name);
  private readonly slots = new Slots(CONCURRENCY, { perOwner: CONCURRENCY_PER_OWNER });
  private readonly rounds = new KeyedPasses(() => this.round());
  /** By webhook: its id and its owner as JSON. */
  private readonly passes = new KeyedPasses((key) => this.sendDue(key));
  private repeated: Promise<void> = Promise.resolve();
  private stopListening: () => void = () => undefined;
  private hasFailed = false;

  constructor(
    private readonly outbox: OutboxReader,
    private readonly fanOut: EventFanOutService,
    private readonly rows: DeliveriesRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly attempts: DeliveryAttemptsService,
    private readonly config: ConfigService,
    private readonly clock: Clock,
    health: HealthRegistry,
  ) {
    // Each attempt that runs or waits listens to it.
    setMaxListeners(0, this.stopping.signal);
    const check = () => (this.hasFailed ? DEGRADED : ({ status: 'ok' } as const));
    health.add({ name: 'webhooks', check });
  }

  start(): void {
    this.stopListening = this.outbox.onAppended(() => {
      void this.context.runInAsyncScope(() => this.rounds.run(''));
    });
    this.repeated = this.repeatRounds();
  }

  async stop(): Promise<void> {
    this.stopListening();
    this.stopping.abort();
    await this.repeated;
    await this.rounds.idle();
    await this.passes.idle();
  }

  /** For what no event wakes: retries, and the deliveries of the process before. */
  private async repeatRounds(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.rounds.run('');
      const { poll_interval_ms } = this.config.current().jobs;
      await this.clock.pause(poll_interval_ms, signal);
    }
  }

  private async round(): Promise<void> {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    try {
      if (await this.webhooks.any()) await this.passOn(signal);
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed)
        this.log.error({ err: error }, 'events could not be passed on; every round tries again');
      this.hasFailed = true;
    }
    await this.clock.pause(PAUSE_MS, signal);
  }

  private async passOn(signal: AbortSignal): Promise<void> {
    await this.fanOut.run(signal);
    for (const { id, ownerId } of await this.rows.due(this.clock.timestamp()))
      this.wake(JSON.stringify([id, ownerId]));
  }

  private wake(key: string): void {
    this.passes.run(key).catch((error: unknown) => {
      if (this.stopping.signal.aborted) return;
      this.log.error({ err: error }, 'deliveries failed; the next round tries again');
    });
  }

  private async sendDue(key: string): Promise<void> {
    const { signal } = this.stopping;
    const [id, ownerId] = JSON.parse(key) as [string, string | null];
    for (;;) {
      if (signal.aborted) return;
      const due = await this.rows.dueOf(id, this.clock.timestamp(), CONCURRENCY_PER_WEBHOOK);
      if (due.length === 0) return;
      const attempt = (delivery: string) =>
        this.slots.run(() => this.attempts.attempt(delivery, signal), ownerId ?? '', signal);
      const results = await Promise.allSettled(due.map(attempt));
      const failed = results.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    }
  }
}
