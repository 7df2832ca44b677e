import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';

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

  /** A job whose node has been missing since then, or for longer, has waited long enough. Milliseconds since 1970. */
  goneForGood(): number {
    return this.now() - this.config.current().jobs.provider_removed_after * 1000;
  }
}
