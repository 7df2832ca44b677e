import { extname } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaFilesStore } from '../storage/media-files.store';
import { MediaRepository } from './media.repository';
import { type StoredContent, type MediaFile, MediaReader } from '../public/media-reader';
import { MediaInTrash, MediaNotFound } from '../public/media-not-found';
import { withFileBytes } from '../../../platform/imaging/file-bytes.store';
import type { ReadableBytes } from '../../../platform/imaging/readable-bytes';
import { isStoredName } from '../storage/stored-name';

/** In one statement. */
const MAX_PATHS = 1000;

/** The catalogue as other modules see it. */
@Injectable()
export class MediaReaderService implements MediaReader {
  constructor(
    private readonly rows: MediaRepository,
    private readonly files: MediaFilesStore,
  ) {}

  async find(caller: Caller, path: string): Promise<MediaFile | null> {
    const asset = await this.rows.find(ownerFilter(caller), path);
    return asset && mediaFileOf(asset);
  }

  async findAll(caller: Caller, paths: readonly string[]): Promise<ReadonlyMap<string, MediaFile>> {
    const wanted = [...new Set(paths)].filter(isStoredName);
    const files = new Map<string, MediaFile>();
    for (let start = 0; start < wanted.length; start += MAX_PATHS) {
      const chunk = wanted.slice(start, start + MAX_PATHS);
      for (const asset of await this.rows.findMany(ownerFilter(caller), chunk))
        files.set(asset.path, mediaFileOf(asset));
    }
    return files;
  }

  async ownersOf(paths: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    return this.rows.owners(paths);
  }

  async withBytes<T>(
    caller: Caller,
    path: string,
    use: (bytes: ReadableBytes) => Promise<T>,
  ): Promise<T> {
    const owner = ownerFilter(caller);
    const asset = await this.rows.find(owner, path, { trashed: true });
    // The file itself may have been deleted on the disk.
    if (!asset || !(await this.files.has(path))) throw new MediaNotFound();
    if (asset.trashed_at !== null) throw new MediaInTrash(path);
    return withFileBytes(this.files.locate(path), use);
  }

  async openContent(sha256: string, ownerId: string | null): Promise<StoredContent | null> {
    const asset = await this.rows.findContent(sha256, ownerId);
    if (!asset || (await this.files.isDeleted(asset.path))) return null;
    return { open: () => this.files.stream(asset.path), size: asset.size_bytes };
  }
}

/** A row as other modules see it. */
export function mediaFileOf(asset: MediaAsset): MediaFile {
  const { path, type, mime, size_bytes, sha256, width, height, duration, fps, has_audio } = asset;
  return {
    path,
    type,
    mime,
    size_bytes,
    sha256,
    width,
    height,
    duration,
    fps,
    has_audio,
    owner_id: asset.owner_id,
    extension: extname(path),
  };
}
