import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Clock } from '../clock/clock';
import { repeat } from '../clock/repeat';
import { KEY_LIFETIME_MS } from './idempotency.service';
import { IdempotencyRepository } from './idempotency.repository';

const PERIOD_MS = 60 * 60 * 1000;

/** Deletes expired keys at start and every hour. */
@Injectable()
export class IdempotencySweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Idempotency');
  private readonly shutdown = new AbortController();

  constructor(
    private readonly keys: IdempotencyRepository,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    void repeat(() => this.sweep(), {
      clock: this.clock,
      pauseMs: PERIOD_MS,
      signal: this.shutdown.signal,
      onError: (error) =>
        this.logger.warn(
          { err: error },
          'could not delete expired idempotency keys; trying again in an hour',
        ),
    });
  }

  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  private async sweep(): Promise<void> {
    await this.keys.sweep(new Date(this.clock.before(KEY_LIFETIME_MS)).toISOString());
  }
}
