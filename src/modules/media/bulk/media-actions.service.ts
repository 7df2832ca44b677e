import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { OwnerFilter } from '../../../platform/access/scope';
import { type AuditedOperation, AuditLogService } from '../../../platform/audit/audit-log.service';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { Outbox, resyncFor } from '../../../platform/events/outbox';
import { MAX_ITEMS_PER_CHANGE } from '../catalogue/media-items.repository';
import { MAX_RECORDS, storeMediaChanges } from '../catalogue/media-events';
import { MediaRecordsService } from '../catalogue/media-records.service';
import { MediaRemovalService } from '../catalogue/media-removal.service';
import {
  type FailedItem,
  type ItemChange,
  type AppliedChanges,
  MediaChangesRepository,
  type WrittenAlso,
} from '../catalogue/media-changes.repository';
import { decisionOf, type ItemAction } from './item-actions';

export interface ActionResult {
  readonly changed: number;
  readonly failed: readonly FailedItem[];
}

/** What to do, and what to write in the same transactions. */
export interface ItemTask {
  readonly action: ItemAction;
  readonly also: WrittenAlso;
  /** Whether the owners hear of each change; otherwise they only hear that there were some. */
  readonly publishes: boolean;
}

const EVENTS = {
  delete: 'deleted',
  restore: 'restored',
  purge: 'purged',
  update: 'updated',
} as const;

/** Does the same to several media: in chunks, each with the audit log in one transaction for each owner. */
@Injectable()
export class MediaActionsService {
  constructor(
    private readonly changes: MediaChangesRepository,
    private readonly removal: MediaRemovalService,
    private readonly records: MediaRecordsService,
    private readonly config: ConfigService,
    private readonly auditLog: AuditLogService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Paths that `owner` doesn't show fail with `media_not_found`. */
  async run(
    caller: Caller,
    owner: OwnerFilter,
    paths: readonly string[],
    task: ItemTask,
  ): Promise<ActionResult> {
    const failed: FailedItem[] = [];
    let changed = 0;
    const store = await this.eventStore(paths.length, task);
    for (let at = 0; at < paths.length; at += MAX_ITEMS_PER_CHANGE) {
      const chunk = paths.slice(at, at + MAX_ITEMS_PER_CHANGE);
      const groups = await this.changes.byOwner(owner, chunk);
      const shown = new Set([...groups.values()].flat());
      for (const path of chunk)
        if (!shown.has(path)) failed.push({ path, code: 'media_not_found' });
      for (const [ownerId, own] of groups) {
        const also: WrittenAlso = async (tx, changes) => {
          await task.also(tx, changes);
          await store(ownerId, changes);
        };
        const applied = await this.apply(caller, ownerId, own, { ...task, also });
        failed.push(...applied.failed);
        changed += applied.changes.length;
      }
    }
    return { changed, failed };
  }

  private async apply(
    caller: Caller,
    ownerId: string | null,
    paths: readonly string[],
    { action, also }: ItemTask,
  ): Promise<AppliedChanges> {
    const now = this.clock.timestamp();
    const alsoAudited: WrittenAlso = async (tx, changes) => {
      const audited = auditedOperation(action.kind, ownerId, changes);
      await this.auditLog.recordForeign(tx, caller, audited);
      await also(tx, changes);
    };
    const decide = decisionOf(action, now);
    if (action.kind === 'purge') return this.removal.remove(ownerId, paths, decide, alsoAudited);
    const applied = await this.changes.apply(ownerId, paths, decide, alsoAudited);
    if (action.kind === 'delete' && this.config.current().media.trash_days === 0)
      await this.removal.remove(ownerId, paths, decisionOf({ kind: 'purge' }, now), () =>
        Promise.resolve(),
      );
    return applied;
  }

  /** Stores an event about each chunk of a small task; after a large one, its owners load again what they show. */
  private async eventStore(
    count: number,
    { action: { kind: action }, publishes }: ItemTask,
  ): Promise<(ownerId: string | null, changes: readonly ItemChange[]) => Promise<void>> {
    if (!publishes || count > MAX_RECORDS) return (ownerId) => this.outbox.add(resyncFor(ownerId));
    const tileOf = await this.records.tileMaker();
    const isShown = action === 'restore' || action === 'update';
    return async (ownerId, changes) => {
      const assets = isShown ? changes.flatMap(({ after }) => after?.asset ?? []) : [];
      await storeMediaChanges(this.outbox, ownerId, {
        action: EVENTS[action],
        paths: changes.map(({ before }) => before.asset.path),
        records: assets.map(tileOf),
      });
    };
  }
}

/** One entry for a chunk; it names all paths. */
function auditedOperation(
  action: ItemAction['kind'],
  ownerId: string | null,
  changes: readonly ItemChange[],
): AuditedOperation {
  const paths = changes.map(({ before }) => before.asset.path);
  const [first = ''] = paths;
  return {
    action: `media.${action}`,
    kind: 'media',
    ownerId,
    ...(paths.length === 1
      ? { subject: first }
      : { subject: `${paths.length} media`, details: { paths } }),
  };
}
