import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaFilesStore } from '../storage/media-files.store';
import { MediaEvents } from './media-events';
import { MediaRepository } from './media.repository';
import { ThumbnailsStore } from '../thumbnails/thumbnails.store';

/** Takes assets out of the catalogue: the row first, then the files, with a note in between. */
@Injectable()
export class MediaRemovalService {
  constructor(
    private readonly rows: MediaRepository,
    private readonly files: MediaFilesStore,
    private readonly thumbnails: ThumbnailsStore,
    private readonly news: MediaEvents,
    private readonly auditLog: AuditLogService,
  ) {}

  /** @returns whether it was still there */
  async remove(caller: Caller, asset: MediaAsset): Promise<boolean> {
    const { path, owner_id: ownerId } = asset;
    const operation = { action: 'media.delete', kind: 'media', subject: path, ownerId };
    await this.files.markPending(path);
    const removed = await this.auditLog.runAndRecord(caller, operation, () =>
      this.rows.delete(asset),
    );
    if (removed) this.news.publish('deleted', asset);
    await this.clear(path);
    return removed;
  }

  /** Finishes what a killed process left undone: drops files whose row never came or is gone. */
  async reconcile(): Promise<void> {
    const paths = await this.files.pendingPaths();
    const existing = await this.rows.existing(paths);
    for (const path of paths) {
      if (existing.has(path)) await this.files.clearPending(path);
      else await this.clear(path);
    }
  }

  private async clear(path: string): Promise<void> {
    await this.files.remove(path);
    await this.thumbnails.remove(path);
    await this.files.clearPending(path);
  }
}
