import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { WorkRequest } from '../../../platform/imaging/decoding-slots';
import { ImageTool } from '../../../platform/imaging/image-tool';
import { MediaService } from '../catalogue/media.service';
import { MediaReceiverService } from '../intake/media-receiver.service';
import { MediaThumbnailsService } from '../thumbnails/media-thumbnails.service';
import { OwnerStorage } from '../public/owner-storage';
import { DerivedMediaService, type DerivedRecord } from './derived-media.service';
import type { ContactSheetDto } from './dto/derive.dto';

/** A WebP is at most 16,383 pixels high, a row of a sheet 308. */
const MAX_ROWS = 50;
const MAX_DEFAULT_COLUMNS = 8;

/** Puts media side by side in one labelled picture. */
@Injectable()
export class MediaSheetService {
  constructor(
    private readonly media: MediaService,
    private readonly storage: OwnerStorage,
    private readonly thumbnails: MediaThumbnailsService,
    private readonly images: ImageTool,
    private readonly receiver: MediaReceiverService,
    private readonly derived: DerivedMediaService,
  ) {}

  /**
   * Sound and what can't be decoded has an empty cell with its label.
   * @param signal aborted when the client is gone; its reason is thrown
   * @throws ValidationFailed, MediaNotFound, QuotaReached
   */
  async make(caller: Caller, sheet: ContactSheetDto, signal: AbortSignal): Promise<DerivedRecord> {
    const columns = checkedColumns(sheet);
    const assets = await this.media.findAll(caller, sheet.paths);
    await this.storage.assertFree(caller.ownerId);
    const request: WorkRequest = { owner: caller.ownerId, signal };
    const cells = await Promise.all(
      assets.map(async (asset, at) => ({
        picture: await this.thumbnails.smallOf(asset, request),
        label: sheet.labels?.[at] ?? asset.name,
      })),
    );
    const webp = await this.images.contactSheet(cells, columns, request);
    const file = await this.receiver.receive(Readable.from([webp]), { announced: webp.length });
    const origins = [...new Set(sheet.paths)];
    return this.derived.store(caller, { file, name: 'contact-sheet', origins });
  }
}

/** @throws ValidationFailed */
function checkedColumns({ paths, labels, columns }: ContactSheetDto): number {
  if (labels && labels.length !== paths.length)
    throw ValidationFailed.at(
      ['body', 'labels'],
      `Send one label for each of the ${paths.length} paths, or none at all.`,
    );
  const chosen = columns ?? Math.min(Math.ceil(Math.sqrt(paths.length)), MAX_DEFAULT_COLUMNS);
  if (paths.length > chosen * MAX_ROWS)
    throw ValidationFailed.at(
      ['body', 'columns'],
      `Send at least ${Math.ceil(paths.length / MAX_ROWS)} columns for ${paths.length} paths.`,
    );
  return chosen;
}
