import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { mayRead } from '../../../platform/access/scope';
import { ReadConnection } from '../../../platform/database/read-connection';
import { FfmpegTool } from '../../../platform/imaging/ffmpeg-tool';
import type { Plain } from '../../../platform/plain';
import type { MediaResponse, MediaTile } from '../dto/media.response';
import type { MediaAsset } from '../entities/media-asset.entity';
import { labelsOf, type MediaItem } from '../index/media-item';
import { MediaItemsRepository } from './media-items.repository';
import { mediaUrl, thumbnailUrl } from './media-url';
import { MediaRepository } from './media.repository';

/** Builds the records of assets, with their labels, in a fixed number of statements. */
@Injectable()
export class MediaRecordsService {
  constructor(
    private readonly read: ReadConnection,
    private readonly items: MediaItemsRepository,
    private readonly rows: MediaRepository,
    private readonly probe: FfmpegTool,
    private readonly owners: OwnerNames,
  ) {}

  async one(caller: Caller, asset: MediaAsset): Promise<Plain<MediaResponse>> {
    const [record] = await this.all(caller, [asset]);
    if (!record) throw new Error('an asset has a record');
    return record;
  }

  /** Returns a synchronous function, which can be used inside a transaction. */
  async tileMaker(): Promise<(asset: MediaAsset) => MediaTile> {
    const { ffmpeg } = await this.probe.available();
    return (asset) => toTile(asset, ffmpeg);
  }

  /** In the same order. */
  async tiles(assets: readonly MediaAsset[]): Promise<MediaTile[]> {
    return assets.map(await this.tileMaker());
  }

  /** In the same order. */
  async all(caller: Caller, assets: readonly MediaAsset[]): Promise<Plain<MediaResponse>[]> {
    const items = await this.items.load(this.read.manager, assets);
    const owners = await this.rows.owners(items.flatMap(({ origins }) => origins));
    const isReadable = (path: string): boolean =>
      owners.has(path) && mayRead(caller, owners.get(path) ?? null);
    const { ffmpeg } = await this.probe.available();
    return items.map((item) =>
      toRecord(caller, item, {
        madeFrom: item.origins.filter(isReadable),
        owner: this.owners.nameOf(item.asset.owner_id),
        hasFfmpeg: ffmpeg,
      }),
    );
  }
}

/** What a record holds beyond its item. */
interface RecordContext {
  /** The origins that the caller can read. */
  readonly madeFrom: string[];
  /** The owner's name, for admins. */
  readonly owner: string | null;
  /** For thumbnails of videos. */
  readonly hasFfmpeg: boolean;
}

/** Names each outgoing field, so that a new column can't leak. */
function toRecord(
  caller: Pick<Caller, 'isAdmin'>,
  item: MediaItem,
  { madeFrom, owner, hasFfmpeg }: RecordContext,
): Plain<MediaResponse> {
  const { asset } = item;
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
    tags: labelsOf(item, 'tag'),
    character_ids: labelsOf(item, 'character'),
    included_in_training_dataset: asset.included_in_training_dataset,
    prompt_id: asset.prompt_id,
    prompt: asset.prompt,
    workflow: asset.workflow,
    provider: asset.provider,
    source: asset.source,
    ...(caller.isAdmin ? { owner } : {}),
    favourite: asset.favourite,
    rating: asset.rating,
    made_from: madeFrom,
    models: labelsOf(item, 'model'),
    loras: labelsOf(item, 'lora'),
    seed: asset.seed,
    placeholder: placeholderOf(asset),
    trashed_at: asset.trashed_at,
    created_at: asset.created_at,
    url: mediaUrl(asset.path, asset.trashed_at !== null),
    thumbnail_url: thumbnailOf(asset, hasFfmpeg),
  };
}

const toTile = (asset: MediaAsset, hasFfmpeg: boolean): MediaTile => ({
  path: asset.path,
  name: asset.name,
  type: asset.type,
  width: asset.width,
  height: asset.height,
  duration: asset.duration,
  favourite: asset.favourite,
  rating: asset.rating,
  placeholder: placeholderOf(asset),
  created_at: asset.created_at,
  thumbnail_url: thumbnailOf(asset, hasFfmpeg),
  alt: alternativeText(asset),
});

/** As many characters as a screen reader should say in place of a picture. */
const FIRST_CHARACTERS = /^.{0,200}/su;

function alternativeText({ description, prompt, name }: MediaAsset): string {
  const text = [description, prompt, name].find(Boolean) ?? '';
  return FIRST_CHARACTERS.exec(text)?.[0] ?? '';
}

/** An empty one says that none can be made. */
const placeholderOf = ({ placeholder }: MediaAsset): string | null =>
  placeholder === '' ? null : placeholder;

function thumbnailOf(asset: MediaAsset, hasFfmpeg: boolean): string | null {
  const { path, mime, type, trashed_at } = asset;
  const hasThumbnail = mime.startsWith('image/') || (type === 'video' && hasFfmpeg);
  return hasThumbnail ? thumbnailUrl(path, trashed_at !== null) : null;
}
