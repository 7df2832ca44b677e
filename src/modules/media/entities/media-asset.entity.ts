import { Entity } from 'typeorm';
import {
  FlagColumn,
  IdColumn,
  IntegerColumn,
  NumberColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';
import type { MediaType } from '../public/media-reader';

/** A row of the catalogue. */
export type MediaAsset = Plain<MediaAssetEntity>;

/** A catalogued file. A row is there exactly as long as the file is. */
@Entity('media_assets')
export class MediaAssetEntity {
  @IdColumn() path: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  /** For people; the path is the id. */
  @TextColumn() name: string;
  @TextColumn() type: MediaType;
  @TextColumn() mime: string;
  @IntegerColumn() size_bytes: number;
  /** Of the stored bytes, in hex. */
  @TextColumn() sha256: string;
  @IntegerColumn({ nullable: true }) width: number | null;
  @IntegerColumn({ nullable: true }) height: number | null;
  /** Seconds. */
  @NumberColumn({ nullable: true }) duration: number | null;
  @NumberColumn({ nullable: true }) fps: number | null;
  @FlagColumn({ nullable: true }) has_audio: boolean | null;
  @TextColumn() description: string;
  @FlagColumn() included_in_training_dataset: boolean;
  @TextColumn() source: 'generated' | 'uploaded' | 'derived';
  /** With `node_id` and `output_index` the unique key of an output; null for everything else. */
  @TextColumn({ nullable: true }) prompt_id: string | null;
  @TextColumn({ nullable: true }) node_id: string | null;
  @IntegerColumn({ nullable: true }) output_index: number | null;
  @TextColumn({ nullable: true }) prompt: string | null;
  @TextColumn({ nullable: true }) workflow: string | null;
  @TextColumn({ nullable: true }) provider: string | null;
  @TextColumn({ nullable: true }) project: string | null;
  @TimeColumn() created_at: string;
}
