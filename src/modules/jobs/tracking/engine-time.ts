import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';

/** The engine's sense of time: how long a round waits for the next. */
@Injectable()
export class EngineTime {
  constructor(
    private readonly clock: Clock,
    private readonly config: ConfigService,
  ) {}

  /** Resolves after the poll interval, or at once when aborted. */
  async pause(signal: AbortSignal): Promise<void> {
    const { poll_interval_ms } = this.config.current().jobs;
    await this.clock.sleep(poll_interval_ms, signal).catch(() => undefined);
  }
}
