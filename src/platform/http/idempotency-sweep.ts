import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Clock } from '../clock/clock';
import { KEY_LIFETIME_MS } from './idempotency.service';
import { IdempotencyRepository } from './idempotency.repository';

const PERIOD_MS = 60 * 60 * 1000;

/** Deletes expired keys at start and every hour. */
@Injectable()
export class IdempotencySweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Idempotency');
  private readonly over = new AbortController();

  constructor(
    private readonly keys: IdempotencyRepository,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    void this.sweepHourly();
  }

  onModuleDestroy(): void {
    this.over.abort();
  }

  private async sweepHourly(): Promise<void> {
    while (!this.over.signal.aborted) {
      await this.sweep();
      await this.clock.sleep(PERIOD_MS, this.over.signal).catch(() => undefined);
    }
  }

  private async sweep(): Promise<void> {
    try {
      await this.keys.sweep(new Date(this.clock.before(KEY_LIFETIME_MS)).toISOString());
    } catch (error) {
      this.logger.warn(
        { err: error },
        'could not delete expired idempotency keys; trying again in an hour',
      );
    }
  }
}
