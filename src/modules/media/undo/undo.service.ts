import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayRead, ownerFilter } from '../../../platform/access/scope';
import { HourlyTasks } from '../../../platform/clock/hourly-tasks';
import { Outbox, resyncFor } from '../../../platform/events/outbox';
import { KeyedMutex } from '../../../platform/keyed-mutex';
import { type FailedItem, MediaChangesRepository } from '../catalogue/media-changes.repository';
import type { MediaUndoItemEntity } from '../entities/media-operation.entities';
import { OperationsRepository } from '../operations/operations.repository';
import { UndoNotFound, UndoNotReady, UndoStale } from '../media.errors';
import { withoutChanges } from './item-fields';
import { UndoRepository } from './undo.repository';

/** Takes changes back: each item to what it was, unless somebody has changed it since. */
@Injectable()
export class UndoService {
  private readonly perUndo = new KeyedMutex();

  constructor(
    private readonly undos: UndoRepository,
    private readonly operations: OperationsRepository,
    private readonly changes: MediaChangesRepository,
    private readonly outbox: Outbox,
    hourly: HourlyTasks,
  ) {
    hourly.add({ name: 'delete expired undos', run: () => undos.removeExpired() });
    hourly.add({ name: 'delete old operations', run: () => operations.removeOld() });
  }

  /**
   * What was undone is removed in the same transaction, so that an interrupted undo continues where it stopped.
   * @throws UndoNotFound, UndoNotReady, UndoStale
   */
  async undo(caller: Caller, token: string): Promise<{ readonly undone: number }> {
    const undo = await this.undos.find(token);
    if (!undo || !mayRead(caller, undo.owner_id)) throw new UndoNotFound();
    if (await this.operations.isUndoOpen(undo.id)) throw new UndoNotReady();
    return this.perUndo.run(undo.id, () => this.undoAll(caller, undo.id, token));
  }

  private async undoAll(
    caller: Caller,
    undoId: string,
    token: string,
  ): Promise<{ readonly undone: number }> {
    if (!(await this.undos.find(token))) throw new UndoNotFound();
    const stale: string[] = [];
    let undone = 0;
    for (;;) {
      const items = await this.undos.next(undoId);
      if (items.length === 0) break;
      const failed = await this.undoChunk(caller, undoId, items);
      await this.undos.settle(undoId, items);
      undone += items.length - failed.length;
      stale.push(...failed.map(({ path }) => path));
    }
    await this.undos.remove(undoId);
    if (stale.length > 0) throw new UndoStale(undone, stale);
    return { undone };
  }

  private async undoChunk(
    caller: Caller,
    undoId: string,
    items: readonly MediaUndoItemEntity[],
  ): Promise<readonly FailedItem[]> {
    const byPath = new Map(items.map((item) => [item.path, item]));
    const groups = await this.changes.byOwner(ownerFilter(caller), [...byPath.keys()]);
    const shown = new Set([...groups.values()].flat());
    const failed: FailedItem[] = [...byPath.keys()]
      .filter((path) => !shown.has(path))
      .map((path) => ({ path, code: 'media_not_found' }));
    for (const [ownerId, paths] of groups) {
      const applied = await this.changes.apply(
        ownerId,
        paths,
        (item) => withoutChanges(item, byPath.get(item.asset.path)?.changes ?? {}) ?? 'undo_stale',
        async (tx, changes) => {
          const positions = changes.map(({ before }) => before.asset.position);
          await this.undos.removeItems(tx, undoId, positions);
          await this.outbox.add(resyncFor(ownerId));
        },
      );
      failed.push(...applied.failed);
    }
    return failed;
  }
}
