import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { assertMayUseCharacters } from '../../../platform/access/character.errors';
import { ownerFilter } from '../../../platform/access/scope';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { Outbox } from '../../../platform/events/outbox';
import type { Plain } from '../../../platform/plain';
import type { MediaMetadataDto } from '../dto/media-metadata.dto';
import type { MediaResponse } from '../dto/media.response';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaInTrash, MediaNotFound } from '../public/media-not-found';
import { isStoredName } from '../storage/stored-name';
import { storeMediaEvent } from './media-events';
import { MediaRecordsService } from './media-records.service';
import { type FindOptions, MediaRepository } from './media.repository';
import { labelsOf } from '../index/media-item';
import { withMetadata } from './media-metadata';

/** Single assets as their callers see them. */
@Injectable()
export class MediaService {
  constructor(
    private readonly rows: MediaRepository,
    private readonly records: MediaRecordsService,
    private readonly auditLog: AuditLogService,
    private readonly outbox: Outbox,
  ) {}

  async get(
    caller: Caller,
    path: string,
    options: FindOptions = {},
  ): Promise<Plain<MediaResponse>> {
    return this.records.one(caller, await this.find(caller, path, options));
  }

  /** @throws MediaNotFound, CharacterNotAllowed, ValidationFailed (another `path` in the body) */
  async update(
    caller: Caller,
    path: string,
    metadata: MediaMetadataDto,
  ): Promise<Plain<MediaResponse>> {
    const { owner_id: ownerId } = await this.find(caller, path);
    if (metadata.path !== undefined && metadata.path !== path)
      throw ValidationFailed.at(['body', 'path'], 'Send the path of the address, or leave it out.');
    const operation = { action: 'media.update', kind: 'media', subject: path, ownerId };
    const tileOf = await this.records.tileMaker();
    const [changed] = await this.rows.update(
      ownerFilter(caller),
      [path],
      (item) => {
        // The asset may already have characters that the caller may no longer use.
        const shown = labelsOf(item, 'character');
        const added = (metadata.character_ids ?? []).filter((id) => !shown.includes(id));
        assertMayUseCharacters(caller, added);
        return withMetadata(item, metadata);
      },
      async (tx, after) => {
        await this.auditLog.recordForeign(tx, caller, operation);
        await storeMediaEvent(this.outbox, ownerId, 'updated', tileOf(after));
      },
    );
    if (!changed) throw new MediaNotFound();
    return this.records.one(caller, changed.asset);
  }

  /** The rows of these paths, in the same order. @throws MediaNotFound naming the first that the caller may not see */
  async findAll(caller: Caller, paths: readonly string[]): Promise<MediaAsset[]> {
    const assets = await this.rows.findMany(ownerFilter(caller), paths.filter(isStoredName));
    const byPath = new Map(assets.map((asset) => [asset.path, asset]));
    return paths.map((path, at) => {
      const asset = byPath.get(path);
      if (!asset) throw new MediaNotFound(`paths[${at}]`, path);
      return asset;
    });
  }

  /** The row, if the caller may see it. @throws MediaNotFound, MediaInTrash */
  async find(
    caller: Caller,
    path: string,
    { trashed: mayBeTrashed = false }: FindOptions = {},
  ): Promise<MediaAsset> {
    const owner = ownerFilter(caller);
    const asset = await this.rows.find(owner, path, { trashed: true });
    if (!asset) throw new MediaNotFound();
    if (asset.trashed_at !== null && !mayBeTrashed) throw new MediaInTrash(path);
    return asset;
  }
}
