import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { WriteGate } from '../../../platform/database/write-gate';
import { messageRedactorFor } from '../../providers/public/redact-messages';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import type { Verdict } from '../public/job-queue';

/** What the queue needs from around it: the time, the gate, the configuration, where the nodes are. */
@Injectable()
export class QueueSurroundings {
  constructor(
    private readonly clock: Clock,
    private readonly gate: WriteGate,
    private readonly config: ConfigService,
    private readonly providers: ProviderDirectory,
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

  /** A node's verdict as this caller may read it. */
  readable(caller: Caller, verdict: Verdict): Verdict {
    if (!verdict.nodeErrors) return verdict;
    const addresses = this.providers.list().map(({ base_url }) => base_url);
    return {
      ...verdict,
      nodeErrors: messageRedactorFor(caller, addresses).errors(verdict.nodeErrors),
    };
  }
}
