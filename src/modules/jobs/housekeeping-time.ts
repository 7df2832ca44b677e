import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock';
import { ConfigService } from '../../platform/config/config.service';
import type { JobRow } from './job.entity';

/** How long is long, for housekeeping. */
@Injectable()
export class HousekeepingTime {
  constructor(
    private readonly clock: Clock,
    private readonly config: ConfigService,
  ) {}

  now(): number {
    return this.clock.now();
  }

  isLongAway(node: { readonly offline_since: number | null } | undefined): boolean {
    if (node?.offline_since == null) return false;
    return this.now() - node.offline_since > this.config.current().jobs.auto_away_ms;
  }

  isGoneForGood(job: JobRow): boolean {
    if (job.provider_gone_since === null) return false;
    const limit = this.config.current().jobs.provider_removed_after * 1000;
    return this.now() - job.provider_gone_since > limit;
  }
}
