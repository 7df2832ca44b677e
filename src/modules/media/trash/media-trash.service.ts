import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import { ConfigService } from '../../../platform/config/config.service';
import type { Plain } from '../../../platform/plain';
import type { MediaAction } from '../bulk/item-actions';
import { type ActionResult, MediaActionsService } from '../bulk/media-actions.service';
import type { DeletedMediaResponse } from '../dto/media.response';
import { MediaNotFound } from '../public/media-not-found';
import { isStoredName } from '../storage/stored-name';

/** Moves media to the trash, out of it, or out of existence. */
@Injectable()
export class MediaTrashService {
  constructor(
    private readonly actions: MediaActionsService,
    private readonly config: ConfigService,
  ) {}

  /** @throws MediaNotFound */
  async delete(caller: Caller, path: string): Promise<Plain<DeletedMediaResponse>> {
    const { changed } = await this.run(caller, [path].filter(isStoredName), 'delete');
    if (changed === 0) throw new MediaNotFound();
    return { ok: true, path };
  }

  /** @param paths at most 1,000 */
  async run(caller: Caller, paths: readonly string[], action: MediaAction): Promise<ActionResult> {
    const owner = ownerFilter(caller);
    const unique = [...new Set(paths)];
    const result = await this.actions.run(caller, owner, unique, action);
    const isKept = this.config.current().media.trash_days > 0;
    if (action === 'delete' && !isKept) await this.actions.run(caller, owner, unique, 'purge');
    return result;
  }
}
