import { Injectable } from '@nestjs/common';
import { TERMINAL } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { MediaRemovalService } from '../catalogue/media-removal.service';
import { MediaRepository } from '../catalogue/media.repository';
import { LibraryRepair, type RepairCounts, type RepairOptions } from '../public/library-check';
import { type LibraryFinding, tallyFindings } from '../public/library-findings';
import { LibraryFilesStore, locationOf } from './library-files.store';
import { LibraryScanService } from './library-scan.service';
import { OwnerSumsRepository } from './owner-sums.repository';

type Counts = { -readonly [Name in keyof RepairCounts]: number };

@Injectable()
export class LibraryRepairService implements LibraryRepair {
  constructor(
    private readonly scan: LibraryScanService,
    private readonly files: LibraryFilesStore,
    private readonly rows: MediaRepository,
    private readonly removal: MediaRemovalService,
    private readonly sums: OwnerSumsRepository,
    private readonly auditLog: AuditLogService,
  ) {}

  async repair({ removesLost, readsContent }: RepairOptions): Promise<RepairCounts> {
    const counts: Counts = {
      moved_files: 0,
      removed_thumbnails: 0,
      removed_entries: 0,
      corrected_owners: 0,
    };
    await tallyFindings(this.scan.findings({ readsContent }), (finding) =>
      this.repairOne(finding, counts, removesLost),
    );
    counts.corrected_owners = (await this.sums.wrong()).length;
    if (counts.corrected_owners > 0) await this.sums.recompute();
    return counts;
  }

  private async repairOne(
    { kind, name }: LibraryFinding,
    counts: Counts,
    removesLost: boolean,
  ): Promise<void> {
    switch (kind) {
      case 'unlisted_file':
        counts.moved_files += await this.moveAway(name);
        break;
      case 'orphaned_thumbnail':
      case 'empty_thumbnail':
        await this.files.remove(name);
        counts.removed_thumbnails += 1;
        break;
      case 'missing_file':
      case 'wrong_size':
      case 'wrong_content':
        if (!removesLost) return;
        if (kind !== 'missing_file') counts.moved_files += await this.moveAway(locationOf(name));
        counts.removed_entries += await this.removeEntry(name);
    }
  }

  private async moveAway(location: string): Promise<number> {
    return (await this.files.moveToLostAndFound(location)) === null ? 0 : 1;
  }

  private async removeEntry(path: string): Promise<number> {
    const asset = await this.rows.find(ownerFilter(TERMINAL), path, { trashed: true });
    if (!asset) return 0;
    const { owner_id: ownerId } = asset;
    const operation = { action: 'media.purge', kind: 'media', subject: path, ownerId };
    const { changes } = await this.removal.remove(
      ownerId,
      [path],
      () => null,
      (tx) => this.auditLog.recordForeign(tx, TERMINAL, operation),
    );
    return changes.length;
  }
}
