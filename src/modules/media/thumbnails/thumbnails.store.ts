import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { IncomingFilesStore } from '../storage/incoming-files.store';
import { shardOf } from '../storage/stored-name';
import { THUMBNAIL_EDGES, type ThumbnailEdge } from '../catalogue/media-url';
import { ifPresent, isMissing } from '../../../platform/missing-file';

/**
 * Stored thumbnails: `<data_dir>/media/thumbnails/<2 hex digits>/<path>.<edge>.webp`. A lost one is rendered again, so
 * nothing is flushed.
 */
@Injectable()
export class ThumbnailsStore {
  constructor(
    private readonly config: ConfigService,
    private readonly incomingFiles: IncomingFilesStore,
  ) {}

  /** A stored thumbnail, a few kilobytes; `null` if there is none. */
  async read(path: string, edge: ThumbnailEdge): Promise<Buffer | null> {
    return ifPresent(readFile(this.locate(path, edge)));
  }

  async save(path: string, edge: ThumbnailEdge, webp: Buffer): Promise<void> {
    const target = this.locate(path, edge);
    const part = this.incomingFiles.newFile();
    try {
      await writeFile(part, webp);
      await rename(part, target).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        await mkdir(dirname(target), { recursive: true });
        await rename(part, target);
      });
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  async remove(path: string): Promise<void> {
    for (const edge of THUMBNAIL_EDGES) await rm(this.locate(path, edge), { force: true });
  }

  private locate(path: string, edge: ThumbnailEdge): string {
    const folder = join(this.config.current().data_dir, 'media', 'thumbnails');
    return join(folder, shardOf(path), `${path}.${edge}.webp`);
  }
}
