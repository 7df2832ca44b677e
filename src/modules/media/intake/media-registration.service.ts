import { Injectable } from '@nestjs/common';
import { asDiskError } from '../../../platform/errors/disk-full';
import type { MediaAsset } from '../entities/media-asset.entity';
import { type IncomingFile, IncomingFilesStore } from '../storage/incoming-files.store';
import { MediaFilesStore } from '../storage/media-files.store';
import { QuotaReached } from '../media.errors';
import { MediaContentService } from './media-content.service';
import {
  type InsertConditions,
  isCollectedAgain,
  MediaInsertionService,
  NotWanted,
} from './media-insertion.service';
import type { InspectedMedia } from './media-kind';
import type { ReceivedFile } from './media-receiver.service';
import type { MediaLabel } from '../index/media-item';
import { IntakeRenditionsService } from '../thumbnails/intake-renditions.service';
import { NOT_RENDERED, type Renditions } from '../thumbnails/renditions';
import { ThumbnailsService } from '../thumbnails/thumbnails.service';
import type { InsertResult, NewMediaItem } from '../catalogue/media.repository';

/** Columns of an asset that don't follow from its file. */
export type AssetFacts = Pick<
  MediaAsset,
  | 'owner_id'
  | 'description'
  | 'source'
  | 'prompt_id'
  | 'node_id'
  | 'output_index'
  | 'prompt'
  | 'workflow'
  | 'provider'
  | 'project'
  | 'seed'
>;

/** Facts of a file that no job made. */
export const WITHOUT_JOB: Omit<AssetFacts, 'owner_id' | 'description' | 'source'> = {
  prompt_id: null,
  node_id: null,
  output_index: null,
  prompt: null,
  workflow: null,
  provider: null,
  project: null,
  seed: null,
};

/** Tag of outputs whose metadata could not be removed: no ffmpeg, or a format that is not covered. */
const METADATA_KEPT_TAG = 'metadata-kept';

/** How a received file is entered into the catalogue. */
export interface Registration extends InsertConditions {
  /** Its path and its name for people, once its extension is known. */
  readonly named: (extension: string) => { readonly path: string; readonly name: string };
  readonly facts: AssetFacts;
  readonly labels: readonly MediaLabel[];
  /** Paths of what it was made from. */
  readonly origins: readonly string[];
  /** Removes prompts, graphs, comments and EXIF. */
  readonly removeMetadata: boolean;
  /** Decodes the whole picture first: for files from outside. */
  readonly verify: boolean;
  /** Called as soon as the file counts as one of its owner's. */
  readonly onStored?: () => void;
}

/**
 * Enters received files into the catalogue: file first, row second; the path is marked as pending while only one of
 * them exists.
 */
@Injectable()
export class MediaRegistrationService {
  constructor(
    private readonly files: MediaFilesStore,
    private readonly incomingFiles: IncomingFilesStore,
    private readonly content: MediaContentService,
    private readonly renditions: IntakeRenditionsService,
    private readonly thumbnails: ThumbnailsService,
    private readonly insertion: MediaInsertionService,
  ) {}

  /** Takes over the incoming file: afterwards it is in the catalogue or deleted. Throws `QuotaReached` and `NotWanted`. */
  async register(received: ReceivedFile, registration: Registration): Promise<InsertResult> {
    let incoming = received.incoming;
    try {
      const owner = registration.facts.owner_id;
      const inspected = await this.content.inspect(received, owner);
      if (registration.verify) await this.content.verify(received, inspected, owner);
      const labels = [...registration.labels];
      if (registration.removeMetadata) {
        const cleaned = await this.content.removeMetadata(received, inspected, owner);
        if (cleaned) incoming = cleaned;
        else labels.push({ kind: 'tag', value: METADATA_KEPT_TAG });
      }
      const { flushed } = await this.incomingFiles.beginFlush(incoming);
      const renditions = await this.renditions.render({ ...inspected, file: incoming.file }, owner);
      // Not before the file is rendered: an error deletes it.
      await flushed;
      const asset = assetOf(incoming, inspected, renditions, registration);
      await this.files.place(incoming, asset.path, { flush: !isCollectedAgain(asset) });
      // Stored before anybody hears of the asset.
      if (renditions) await this.thumbnails.save(asset.path, renditions);
      return await this.insert({ asset, labels, origins: registration.origins }, registration);
    } catch (error) {
      await this.incomingFiles.discard(incoming);
      throw asDiskError(error);
    }
  }

  private async insert(item: NewMediaItem, registration: Registration): Promise<InsertResult> {
    const { path } = item.asset;
    const inserted = await this.insertion
      .insert(item, registration)
      .catch(async (error: unknown) => {
        // After any other error the row may exist or not: the path stays pending until the next attempt or the next start.
        if (error instanceof QuotaReached || error instanceof NotWanted)
          await this.removePlaced(path);
        throw error;
      });
    registration.onStored?.();
    const isOurs = inserted.outcome !== 'deleted' && inserted.asset.path === path;
    if (isOurs) await this.files.clearPending(path);
    else await this.removePlaced(path);
    return inserted;
  }

  /** Removes a file that has no row. */
  private async removePlaced(path: string): Promise<void> {
    await this.files.remove(path);
    await this.thumbnails.remove(path);
    await this.files.clearPending(path);
  }
}

function assetOf(
  incoming: IncomingFile,
  inspected: InspectedMedia,
  renditions: Renditions | null,
  { named, facts }: Registration,
): NewMediaItem['asset'] {
  const { type, mime, extension, width, height, duration, fps, hasAudio } = inspected;
  return {
    ...named(extension),
    ...facts,
    type,
    mime,
    width,
    height,
    duration,
    fps,
    has_audio: hasAudio,
    size_bytes: incoming.size,
    sha256: incoming.sha256,
    included_in_training_dataset: false,
    favourite: false,
    rating: 0,
    ...(renditions?.columns ?? NOT_RENDERED),
    trashed_at: null,
  };
}
