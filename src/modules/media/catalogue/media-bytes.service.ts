import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import { MediaFilesStore } from '../storage/media-files.store';
import { MediaRepository } from './media.repository';
import { MediaBytes } from '../public/media-bytes';
import { MediaNotFound } from '../public/media-not-found';
import type { ReadableBytes } from '../public/readable-bytes';
import { isStoredName } from '../storage/stored-name';

/** Stored files from the inside, with the caller's own view of what is there. */
@Injectable()
export class MediaBytesService extends MediaBytes {
  constructor(
    private readonly rows: MediaRepository,
    private readonly files: MediaFilesStore,
  ) {
    super();
  }

  async examine<T>(
    caller: Caller,
    path: string,
    use: (bytes: ReadableBytes) => Promise<T>,
  ): Promise<T> {
    const asset = isStoredName(path) ? await this.rows.find(ownerFilter(caller), path) : null;
    // Somebody may have taken the file itself away on the disk.
    if (!asset || !(await this.files.has(path))) throw new MediaNotFound();
    const { size_bytes: size, sha256 } = asset;
    return this.files.withBytes({ file: this.files.locate(path), size, sha256 }, use);
  }
}
