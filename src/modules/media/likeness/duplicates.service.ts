import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayRead } from '../../../platform/access/scope';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { Clock } from '../../../platform/clock/clock';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { Outbox } from '../../../platform/events/outbox';
import type { Plain } from '../../../platform/plain';
import { storeMediaChanges, storeMediaEvent } from '../catalogue/media-events';
import { MediaRecordsService } from '../catalogue/media-records.service';
import { MediaRepository } from '../catalogue/media.repository';
import { MediaNotFound } from '../public/media-not-found';
import type {
  NotMergedResponse,
  ResolvedDuplicatesResponse,
  ResolveDuplicatesDto,
} from './dto/likeness.dto';
import { DuplicatesRepository } from './duplicates.repository';

/** Merges near duplicates, or marks them as distinct. */
@Injectable()
export class DuplicatesService {
  constructor(
    private readonly duplicates: DuplicatesRepository,
    private readonly rows: MediaRepository,
    private readonly records: MediaRecordsService,
    private readonly auditLog: AuditLogService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed, MediaNotFound */
  async resolve(
    caller: Caller,
    { keep, merge, distinct }: ResolveDuplicatesDto,
  ): Promise<Plain<ResolvedDuplicatesResponse>> {
    if (keep !== undefined && merge !== undefined && distinct === undefined)
      return this.merge(caller, keep, [...new Set(merge)]);
    if (keep === undefined && merge === undefined && distinct !== undefined)
      return this.markDistinct(caller, [...new Set(distinct)]);
    throw ValidationFailed.at(['body'], 'Send either keep and merge, or distinct.');
  }

  private async merge(
    caller: Caller,
    keep: string,
    merge: readonly string[],
  ): Promise<Plain<ResolvedDuplicatesResponse>> {
    if (merge.includes(keep))
      throw ValidationFailed.at(['body', 'merge'], 'Leave out what you keep.');
    const owners = await this.readableOwners(caller, [keep, ...merge]);
    const ownerId = owners.get(keep);
    if (ownerId === undefined) throw new MediaNotFound('keep', keep);
    requireOneOwner(owners, 'merge');
    const operation = { action: 'media.merge', kind: 'media', subject: keep, ownerId };
    const request = { ownerId, keep, merge, trashedAt: this.clock.timestamp() };
    const tileOf = await this.records.tileMaker();
    const result = await this.duplicates.merge(request, async (tx, { kept, others }) => {
      const details = { merged: merge };
      await this.auditLog.recordForeign(tx, caller, { ...operation, details });
      await storeMediaEvent(this.outbox, ownerId, 'updated', tileOf(kept.asset));
      const paths = others.map(({ asset }) => asset.path);
      await storeMediaChanges(this.outbox, ownerId, { action: 'deleted', paths, records: [] });
    });
    if (!result) throw new MediaNotFound('keep', keep);
    const { kept, others, fixed } = result;
    const merged = others.map(({ asset }) => asset.path);
    return {
      kept: await this.records.one(caller, kept.asset),
      merged,
      failed: merge
        .filter((path) => !merged.includes(path))
        .map((path) => (fixed.has(path) && owners.has(path) ? inUse(path) : notFound(path))),
      distinct: [],
    };
  }

  private async markDistinct(
    caller: Caller,
    paths: readonly string[],
  ): Promise<Plain<ResolvedDuplicatesResponse>> {
    const owners = await this.readableOwners(caller, paths);
    const [ownerId] = owners.values();
    requireOneOwner(owners, 'distinct');
    const present = ownerId === undefined ? [] : await this.mark(caller, ownerId, paths);
    const failed = paths.filter((path) => !present.includes(path)).map(notFound);
    // A single one can't be distinct from another.
    const marked = present.length > 1 ? present : [];
    return { merged: [], failed, distinct: marked };
  }

  private async mark(
    caller: Caller,
    ownerId: string | null,
    paths: readonly string[],
  ): Promise<string[]> {
    const operation = { action: 'media.distinct', kind: 'media', subject: paths[0] ?? '', ownerId };
    return this.duplicates.markDistinct(ownerId, paths, (tx) =>
      this.auditLog.recordForeign(tx, caller, { ...operation, details: { distinct: paths } }),
    );
  }

  private async readableOwners(
    caller: Caller,
    paths: readonly string[],
  ): Promise<Map<string, string | null>> {
    const owners = await this.rows.owners(paths);
    return new Map([...owners].filter(([, ownerId]) => mayRead(caller, ownerId)));
  }
}

function requireOneOwner(owners: ReadonlyMap<string, string | null>, field: string): void {
  if (new Set(owners.values()).size > 1)
    throw ValidationFailed.at(['body', field], 'Send media of one owner.');
}

const IN_USE = 'A locked shot uses it. Unlock the shot first.';

const inUse = (path: string): Plain<NotMergedResponse> => ({
  path,
  code: 'in_use',
  detail: IN_USE,
});

function notFound(path: string): Plain<NotMergedResponse> {
  const { spec, message: detail } = new MediaNotFound();
  return { path, code: spec.code, detail };
}
