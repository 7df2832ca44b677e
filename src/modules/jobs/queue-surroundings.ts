import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock';
import { ConfigService } from '../../platform/config/config.service';
import { WriteGate } from '../../platform/database/write-gate';
import type { Verdict } from './public/job-queue';

/** What the queue needs from the platform: the time, the gate, the configuration. */
@Injectable()
export class QueueSurroundings {
  constructor(
    private readonly clock: Clock,
    private readonly gate: WriteGate,
    private readonly config: ConfigService,
  ) {}

  timestamp(): string {
    return this.clock.timestamp();
  }

  afterCommit(effect: () => void): void {
    this.gate.afterCommit(effect);
  }

  /** "Yes, it exists": what a request answers that has waited long enough. */
  async submitWait(): Promise<Verdict> {
    await this.clock.sleep(this.config.current().jobs.submit_wait_ms);
    return { ok: true };
  }
}
