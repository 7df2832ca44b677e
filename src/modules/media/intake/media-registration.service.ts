import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { asDiskError } from '../../../platform/errors/disk-full';
import type { MediaAsset } from '../entities/media-asset.entity';
import { type IncomingFile, MediaFilesStore } from '../storage/media-files.store';
import { type Inspected, MediaInspectorService } from './media-inspector.service';
import { MediaEvents } from '../catalogue/media-events';
import type { ReceivedFile } from './media-receiver.service';
import { type InsertResult, MediaRepository } from '../catalogue/media.repository';

/** What an asset's row tells beyond what its file does. */
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
>;

/** How a received file gets into the catalogue. */
export interface Registration {
  /** Its path and its name for people, once its extension is known. */
  readonly named: (extension: string) => { readonly path: string; readonly name: string };
  readonly facts: AssetFacts;
  readonly characters: readonly string[];
  /** Takes graphs, comments and cameras' notes out. */
  readonly strip: boolean;
  /** Decodes pictures wholly first: for what comes from outside. */
  readonly verify: boolean;
}

/** Puts received files into the catalogue: file first, row second, and a note as long as only one of them is there. */
@Injectable()
export class MediaRegistrationService {
  constructor(
    private readonly files: MediaFilesStore,
    private readonly inspector: MediaInspectorService,
    private readonly rows: MediaRepository,
    private readonly news: MediaEvents,
    private readonly clock: Clock,
  ) {}

  /** Takes the incoming file over: it is in the catalogue or gone afterwards. */
  async register(received: ReceivedFile, filing: Registration): Promise<InsertResult> {
    let incoming = received.incoming;
    try {
      const seen = await this.inspector.inspect(received);
      if (filing.verify) await this.inspector.verify(received, seen);
      if (filing.strip && seen.wordless)
        incoming = await this.files.rewrite(incoming, seen.wordless);
      const asset = this.asset(incoming, seen, filing);
      await this.files.place(incoming, asset.path);
      return await this.enter(asset, filing.characters);
    } catch (error) {
      await this.files.discard(incoming);
      throw asDiskError(error);
    }
  }

  /**
   * When the insert throws, nobody knows whether the row is there: the note stays, and the next try or the next start
   * finds out.
   */
  private async enter(asset: MediaAsset, characters: readonly string[]): Promise<InsertResult> {
    const inserted = await this.rows.insert(asset, characters);
    const isOurs = inserted.outcome !== 'deleted' && inserted.asset.path === asset.path;
    if (!isOurs) await this.files.remove(asset.path);
    await this.files.clearPending(asset.path);
    if (inserted.outcome === 'new') this.news.publish('created', asset);
    return inserted;
  }

  private asset(
    incoming: IncomingFile,
    seen: Inspected,
    { named, facts }: Registration,
  ): MediaAsset {
    const { type, mime, extension, width, height, duration, fps, hasAudio } = seen;
    return {
      ...named(extension),
      ...facts,
      ...{ type, mime, width, height, duration, fps, has_audio: hasAudio },
      size_bytes: incoming.size,
      sha256: incoming.sha256,
      included_in_training_dataset: false,
      created_at: this.clock.timestamp(),
    };
  }
}
