import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Clock } from '../clock/clock';
import { repeat } from '../clock/repeat';
import { OutboxRepository } from './outbox.repository';

/** How long events can be read. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const PERIOD_MS = 10 * 60 * 1000;
/** Deleted in one transaction: other writes wait for it. */
const CHUNK = 500;

/** Deletes old events, at start and every ten minutes. */
@Injectable()
export class OutboxSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(OutboxSweep.name);
  private readonly shutdown = new AbortController();

  constructor(
    private readonly rows: OutboxRepository,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    void repeat(() => this.sweep(), {
      clock: this.clock,
      pauseMs: PERIOD_MS,
      signal: this.shutdown.signal,
      onError: (error) =>
        this.logger.warn({ err: error }, 'old events could not be deleted; trying again later'),
    });
  }

  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  private async sweep(): Promise<void> {
    const before = new Date(this.clock.before(KEPT_MS)).toISOString();
    while (!this.shutdown.signal.aborted)
      if ((await this.rows.sweep(before, CHUNK)) < CHUNK) return;
  }
}
