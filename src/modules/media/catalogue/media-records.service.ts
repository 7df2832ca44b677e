import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { FfmpegTool } from '../../../platform/imaging/ffmpeg-tool';
import type { Plain } from '../../../platform/plain';
import type { MediaTile } from '../dto/media-event.response';
import type { MediaResponse } from '../dto/media.response';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaListRepository } from './media-list.repository';
import { mediaUrl, thumbnailUrl } from './media-url';

/** Builds the records of assets, with their labels, in a fixed number of statements. */
@Injectable()
export class MediaRecordsService {
  constructor(
    private readonly lists: MediaListRepository,
    private readonly probe: FfmpegTool,
    private readonly owners: OwnerNames,
  ) {}

  async one(caller: Caller, asset: MediaAsset): Promise<Plain<MediaResponse>> {
    const [record] = await this.all(caller, [asset]);
    if (!record) throw new Error('an asset has a record');
    return record;
  }

  async tile(asset: MediaAsset): Promise<MediaTile> {
    const { ffmpeg } = await this.probe.available();
    const { path, name, type, width, height, duration, created_at } = asset;
    const size = { width, height, duration };
    return { path, name, type, ...size, created_at, thumbnail_url: thumbnailOf(asset, ffmpeg) };
  }

  /** In the same order. */
  async all(caller: Caller, assets: readonly MediaAsset[]): Promise<Plain<MediaResponse>[]> {
    const { tags, characters } = await this.lists.labels(assets.map(({ path }) => path));
    const { ffmpeg } = await this.probe.available();
    return assets.map((asset) =>
      toRecord(caller, asset, {
        tags: tags.get(asset.path) ?? [],
        characters: characters.get(asset.path) ?? [],
        owner: this.owners.nameOf(asset.owner_id),
        grabsFrames: ffmpeg,
      }),
    );
  }
}

/** What a record holds beyond its row. */
interface RecordContext {
  readonly tags: string[];
  readonly characters: string[];
  /** The owner's name, for admins. */
  readonly owner: string | null;
  /** Whether ffmpeg is installed, for thumbnails of videos. */
  readonly grabsFrames: boolean;
}

/** Names each outgoing field, so that a new column can't leak. */
function toRecord(
  caller: Pick<Caller, 'isAdmin'>,
  asset: MediaAsset,
  { tags, characters, owner, grabsFrames }: RecordContext,
): Plain<MediaResponse> {
  return {
    path: asset.path,
    name: asset.name,
    type: asset.type,
    mime: asset.mime,
    size_bytes: asset.size_bytes,
    sha256: asset.sha256,
    width: asset.width,
    height: asset.height,
    duration: asset.duration,
    fps: asset.fps,
    has_audio: asset.has_audio,
    description: asset.description,
    tags,
    character_ids: characters,
    included_in_training_dataset: asset.included_in_training_dataset,
    prompt_id: asset.prompt_id,
    prompt: asset.prompt,
    workflow: asset.workflow,
    provider: asset.provider,
    source: asset.source,
    ...(caller.isAdmin ? { owner } : {}),
    created_at: asset.created_at,
    url: mediaUrl(asset.path),
    thumbnail_url: thumbnailOf(asset, grabsFrames),
  };
}

function thumbnailOf({ path, mime, type }: MediaAsset, grabsFrames: boolean): string | null {
  const hasThumbnail = mime.startsWith('image/') || (type === 'video' && grabsFrames);
  return hasThumbnail ? thumbnailUrl(path) : null;
}
