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

  /** The word, or "yes, it exists" when a request has waited for it long enough. */
  async orLongEnough(word: Promise<Verdict>): Promise<Verdict> {
    const { submit_wait_ms } = this.config.current().jobs;
    return (await this.clock.within(submit_wait_ms, word)) ?? { ok: true };
  }
}
