import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { OwnerNames } from '../../../platform/access/owner-names';
import { FfmpegTool } from '../../../platform/imaging/ffmpeg-tool';
import type { Plain } from '../../../platform/plain';
import type { MediaResponse } from '../dto/media.response';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaListRepository } from './media-list.repository';
import { toRecord } from './media-record';

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
