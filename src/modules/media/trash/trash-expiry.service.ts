import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { HourlyTasks } from '../../../platform/clock/hourly-tasks';
import { ConfigService } from '../../../platform/config/config.service';
import { decisionOf } from '../bulk/item-actions';
import { storeMediaChanges } from '../catalogue/media-events';
import { MediaRemovalService } from '../catalogue/media-removal.service';
import { Outbox } from '../../../platform/events/outbox';
import { RetentionService } from './retention.service';
import { TrashRepository } from './trash.repository';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * At start and every hour: moves to the trash what `media.retention` names, then purges what has been there for
 * `media.trash_days`.
 */
@Injectable()
export class TrashExpiryService {
  constructor(
    private readonly trash: TrashRepository,
    private readonly removal: MediaRemovalService,
    private readonly outbox: Outbox,
    private readonly config: ConfigService,
    private readonly clock: Clock,
    private readonly retention: RetentionService,
    hourly: HourlyTasks,
  ) {
    hourly.add({
      name: 'apply media.retention and empty the trash',
      run: (signal) => this.deleteDue(signal),
    });
  }

  /** Purges also what a rule has just moved, where `media.trash_days` is 0. `signal` ends it between two chunks. */
  async deleteDue(signal: AbortSignal): Promise<void> {
    await this.retention.moveDue(signal);
    await this.purgeExpired(signal);
  }

  /** Purges everything that is due. `signal` ends it between two chunks. */
  async purgeExpired(signal: AbortSignal): Promise<void> {
    const days = this.config.current().media.trash_days;
    const before = new Date(this.clock.before(days * DAY_MS)).toISOString();
    const decide = decisionOf({ kind: 'purge' }, before);
    while (!signal.aborted) {
      const chunk = await this.trash.expired(before);
      if (!chunk) return;
      const { ownerId, paths } = chunk;
      await this.removal.remove(
        ownerId,
        paths,
        (item) => (isBefore(item.asset.trashed_at, before) ? decide(item) : item),
        async (_, changes) => {
          const purged = changes.map(({ before: { asset } }) => asset.path);
          const change = { action: 'purged' as const, paths: purged, records: [] };
          await storeMediaChanges(this.outbox, ownerId, change);
        },
      );
    }
  }
}

const isBefore = (trashedAt: string | null, before: string): boolean =>
  trashedAt !== null && trashedAt <= before;
