import { Injectable } from '@nestjs/common';
import { UNRESTRICTED } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { Outbox } from '../../../platform/events/outbox';
import { type Decide, MediaChangesRepository } from '../catalogue/media-changes.repository';
import { storeMediaChanges } from '../catalogue/media-events';
import { labelsOf, type MediaItem } from '../index/media-item';
import { MediaReferences } from '../public/media-references';
import { type DueRule, isDue } from './retention-rules';
import { RetentionRepository } from './retention.repository';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Moves to the trash what the rules of `media.retention` name. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly assets: RetentionRepository,
    private readonly changes: MediaChangesRepository,
    private readonly references: MediaReferences,
    private readonly auditLog: AuditLogService,
    private readonly outbox: Outbox,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /** Looks at everything that is old enough, a page at a time. `signal` ends it between two pages. */
  async moveDue(signal: AbortSignal): Promise<void> {
    const rules = this.dueRules();
    const [newest] = rules.map(({ before }) => before).sort((a, b) => (a < b ? 1 : -1));
    if (newest === undefined) return;
    for await (const page of this.assets.olderThan(newest)) {
      if (signal.aborted) return;
      const old = page.filter((asset) => isDue(rules, asset)).map(({ path }) => path);
      const named = await this.references.named(old);
      const due = old.filter((path) => !named.has(path));
      if (due.length === 0) continue;
      const owners = await this.changes.byOwner(ownerFilter(UNRESTRICTED), due);
      for (const [ownerId, paths] of owners) await this.moveToTrash(ownerId, paths, rules);
    }
  }

  private dueRules(): readonly DueRule[] {
    return this.config.current().media.retention.map((rule) => ({
      rule,
      before: new Date(this.clock.before(rule.older_than_days * DAY_MS)).toISOString(),
    }));
  }

  /** The rules are asked again in the transaction: somebody may have made one a favourite meanwhile. */
  private async moveToTrash(
    ownerId: string | null,
    paths: readonly string[],
    rules: readonly DueRule[],
  ): Promise<void> {
    const trashed_at = this.clock.timestamp();
    const decide: Decide = (item) =>
      isDue(rules, item.asset) && !isInUse(item)
        ? { ...item, asset: { ...item.asset, trashed_at } }
        : item;
    await this.changes.apply(ownerId, paths, decide, async (tx, moved) => {
      const movedPaths = moved.map(({ before }) => before.asset.path);
      await this.auditLog.recordForeign(tx, UNRESTRICTED, {
        action: 'media.delete',
        kind: 'media',
        ownerId,
        subject: `${moved.length} media`,
        details: { reason: 'media.retention', paths: movedPaths },
      });
      const change = { action: 'deleted' as const, paths: movedPaths, records: [] };
      await storeMediaChanges(this.outbox, ownerId, change);
    });
  }
}

/** Whether somebody has put it into a collection or a training dataset. */
const isInUse = (item: MediaItem): boolean =>
  item.collections.length > 0 || labelsOf(item, 'dataset').length > 0;
