import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { HourlyTasks } from '../../../platform/clock/hourly-tasks';
import { ConfigService } from '../../../platform/config/config.service';
import { decisionOf } from '../bulk/item-actions';
import { storeMediaChanges } from '../catalogue/media-events';
import { MediaRemovalService } from '../catalogue/media-removal.service';
import { Outbox } from '../../../platform/events/outbox';
import { OperationsRepository } from '../operations/operations.repository';
import { UndoRepository } from '../undo/undo.repository';
import { TrashRepository } from './trash.repository';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Every hour: purges what has been in the trash for `media.trash_days`, and deletes the records of old operations and undos. */
@Injectable()
export class TrashExpiryService {
  constructor(
    private readonly trash: TrashRepository,
    private readonly removal: MediaRemovalService,
    private readonly outbox: Outbox,
    private readonly config: ConfigService,
    private readonly clock: Clock,
    undos: UndoRepository,
    operations: OperationsRepository,
    hourly: HourlyTasks,
  ) {
    hourly.add({ name: 'empty the trash', run: (signal) => this.purgeExpired(signal) });
    hourly.add({ name: 'delete expired undos', run: () => undos.removeExpired() });
    hourly.add({ name: 'delete old operations', run: () => operations.removeOld() });
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
