import { Injectable, Logger } from '@nestjs/common';
import { MediaFilesStore } from '../storage/media-files.store';
import { ThumbnailsStore } from '../thumbnails/thumbnails.store';
import {
  type AppliedChanges,
  type Decide,
  MediaChangesRepository,
  type WrittenAlso,
} from './media-changes.repository';
import { MediaRepository } from './media.repository';

/** Deletes assets for good: the rows first, then the files; the paths are marked as pending in between. */
@Injectable()
export class MediaRemovalService {
  private readonly log = new Logger('Media');

  constructor(
    private readonly changes: MediaChangesRepository,
    private readonly rows: MediaRepository,
    private readonly files: MediaFilesStore,
    private readonly thumbnails: ThumbnailsStore,
  ) {}

  /**
   * Deletes those of these assets for which `decide` answers `null`.
   * @param paths of one owner, at most {@link MAX_ITEMS_PER_CHANGE}
   */
  async remove(
    ownerId: string | null,
    paths: readonly string[],
    decide: Decide,
    also: WrittenAlso,
  ): Promise<AppliedChanges> {
    for (const path of paths) await this.files.markPending(path);
    const applied = await this.changes.apply(ownerId, paths, decide, also);
    await this.clear(paths);
    return applied;
  }

  /** After a killed process: deletes files that have no row. */
  async reconcile(): Promise<void> {
    await this.clear(await this.files.pendingPaths());
  }

  private async clear(paths: readonly string[]): Promise<void> {
    const stored = await this.rows.stored(paths);
    for (const path of paths)
      try {
        if (!stored.has(path)) {
          await this.files.remove(path);
          await this.thumbnails.remove(path);
        }
        await this.files.clearPending(path);
      } catch (error) {
        // The file system refuses it. The other files are deleted nevertheless.
        if (!(error instanceof Error && 'code' in error)) throw error;
        this.log.error({ err: error, path }, 'a file remains until the next start');
      }
  }
}
