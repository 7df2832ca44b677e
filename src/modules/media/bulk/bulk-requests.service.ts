import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import { ConfigService } from '../../../platform/config/config.service';
import type { FailedItem } from '../catalogue/media-changes.repository';
import { MediaService } from '../catalogue/media.service';
import type { Plain } from '../../../platform/plain';
import type { DeletedMediaResponse } from '../dto/media-change.response';
import { MediaNotFound } from '../public/media-not-found';
import { CountChanged } from '../media.errors';
import { OperationsService } from '../operations/operations.service';
import { type NewUndo, UndoRepository, type UndoToken } from '../undo/undo.repository';
import type { MediaSelectionDto } from './dto/bulk.dto';
import type { ItemAction } from './item-actions';
import { MediaActionsService } from './media-actions.service';
import { type Selection, SelectionsService } from './selections.service';

/** The outcome of a request for several media. */
export type BulkOutcome =
  | { readonly kind: 'counted'; readonly count: number; readonly used: readonly string[] }
  | { readonly kind: 'started'; readonly operation_id: string; readonly undo?: UndoToken }
  | {
      readonly kind: 'done';
      readonly changed: number;
      readonly failed: FailedItem[];
      /** Purged media that shots, characters and others still name. */
      readonly used: readonly string[];
      readonly undo?: UndoToken;
    };

/** Requests for several media: counted, done at once, or started as an operation. */
@Injectable()
export class BulkRequestsService {
  constructor(
    private readonly media: MediaService,
    private readonly selections: SelectionsService,
    private readonly actions: MediaActionsService,
    private readonly undos: UndoRepository,
    private readonly operations: OperationsService,
    private readonly config: ConfigService,
  ) {}

  /** @throws ValidationFailed, CountChanged */
  async run(caller: Caller, body: MediaSelectionDto, action: ItemAction): Promise<BulkOutcome> {
    const selection = await this.selections.select(caller, body, action);
    if (body.expected_count !== undefined && body.expected_count !== selection.count)
      throw new CountChanged(selection.count);
    const isListed = action.kind === 'purge' && selection.kind === 'paths';
    const used = isListed ? await this.selections.stillUsed(caller, selection.paths) : [];
    if (body.dry_run === true) return { kind: 'counted', count: selection.count, used };
    if (selection.kind === 'filter') return this.startOperation(caller, selection, action);
    return { ...(await this.apply(caller, selection.paths, action)), used };
  }

  /** @throws MediaNotFound, MediaInTrash */
  async deleteOne(caller: Caller, path: string): Promise<Plain<DeletedMediaResponse>> {
    await this.media.find(caller, path);
    const { changed, undo } = await this.apply(caller, [path], { kind: 'delete' });
    if (changed === 0) throw new MediaNotFound();
    return { ok: true, path, ...(undo ? { undo } : {}) };
  }

  /** @param paths at most 1,000 */
  async apply(
    caller: Caller,
    paths: readonly string[],
    action: ItemAction,
  ): Promise<Extract<BulkOutcome, { kind: 'done' }>> {
    const undo = this.undoOf(caller, action);
    let isStored = false;
    const owner = ownerFilter(caller);
    const { changed, failed } = await this.actions.run(caller, owner, paths, {
      action,
      publishes: true,
      also: async (tx, changes) => {
        if (!undo) return;
        // With the first change: a new undo may replace the owner's oldest.
        if (!isStored) await this.undos.insert(tx, undo);
        isStored = true;
        await this.undos.record(tx, undo.row.id, changes);
      },
    });
    const outcome = { kind: 'done' as const, changed, failed: [...failed], used: [] };
    return undo && changed > 0 ? { ...outcome, undo: undo.token } : outcome;
  }

  private async startOperation(
    caller: Caller,
    { expression, before, count }: Extract<Selection, { kind: 'filter' }>,
    action: ItemAction,
  ): Promise<BulkOutcome> {
    const undo = this.undoOf(caller, action);
    const { id } = await this.operations.create(
      {
        owner_id: caller.ownerId,
        action: action.kind,
        request: { action, expression },
        before,
        total: count,
        undo_id: undo?.row.id ?? null,
      },
      undo,
    );
    const started = { kind: 'started', operation_id: id } as const;
    return undo ? { ...started, undo: undo.token } : started;
  }

  /** `null` for what is final. */
  private undoOf(caller: Caller, { kind }: ItemAction): NewUndo | null {
    const isFinal = kind === 'delete' && this.config.current().media.trash_days === 0;
    return kind === 'purge' || isFinal ? null : this.undos.create(caller);
  }
}
