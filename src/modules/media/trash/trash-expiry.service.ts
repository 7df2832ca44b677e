import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { repeat } from '../../../platform/clock/repeat';
import { ConfigService } from '../../../platform/config/config.service';
import { decisionOf } from '../bulk/item-actions';
import { storeMediaChanges } from '../catalogue/media-events';
import { MediaRemovalService } from '../catalogue/media-removal.service';
import { Outbox } from '../../../platform/events/outbox';
import { OperationsRepository } from '../operations/operations.repository';
import { UndoRepository } from '../undo/undo.repository';
import { RetentionService } from './retention.service';
import { TrashRepository } from './trash.repository';

const PERIOD_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * At start and every hour: moves to the trash what `media.retention` names, purges what has been there for
 * `media.trash_days`, and removes old operations and what can't be undone any more.
 */
@Injectable()
export class TrashExpiryService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Media');
  private readonly shutdown = new AbortController();

  constructor(
    private readonly trash: TrashRepository,
    private readonly retention: RetentionService,
    private readonly removal: MediaRemovalService,
    private readonly undos: UndoRepository,
    private readonly operations: OperationsRepository,
    private readonly outbox: Outbox,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    void repeat(() => this.deleteDue(), {
      clock: this.clock,
      pauseMs: PERIOD_MS,
      signal: this.shutdown.signal,
      onError: (error) =>
        this.logger.warn({ err: error }, 'could not empty the trash; trying again in an hour'),
    });
  }

  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  /** Purges everything that is due. */
  async purgeExpired(): Promise<void> {
    const days = this.config.current().media.trash_days;
    const before = new Date(this.clock.before(days * DAY_MS)).toISOString();
    const decide = decisionOf({ kind: 'purge' }, before);
    while (!this.shutdown.signal.aborted) {
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

  private async deleteDue(): Promise<void> {
    await this.retention.moveDue(this.shutdown.signal);
    await this.purgeExpired();
    await this.undos.removeExpired();
    await this.operations.removeOld();
  }
}

const isBefore = (trashedAt: string | null, before: string): boolean =>
  trashedAt !== null && trashedAt <= before;
