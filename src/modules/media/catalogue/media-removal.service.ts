import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaFilesStore } from '../storage/media-files.store';
import { EventFeed } from '../../../platform/events/event-feed';
import { publishMediaDeleted } from './media-events';
import { MediaRepository } from './media.repository';
import { ThumbnailsStore } from '../thumbnails/thumbnails.store';

/** Deletes assets: the row first, then the files; the path is marked as pending in between. */
@Injectable()
export class MediaRemovalService {
  constructor(
    private readonly rows: MediaRepository,
    private readonly files: MediaFilesStore,
    private readonly thumbnails: ThumbnailsStore,
    private readonly events: EventFeed,
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
    if (removed) publishMediaDeleted(this.events, asset);
    await this.clear(path);
    return removed;
  }

  /** After a killed process: deletes files that have no row. */
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
