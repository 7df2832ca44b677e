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

/** A catalogued file, in the trash too. A row is there exactly as long as the file is. */
@Entity('media_assets')
export class MediaAssetEntity {
  @IdColumn() path: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  /** For people; the path is the id. */
  @TextColumn() name: string;
  @TextColumn() type: MediaType;
  @TextColumn() mime: string;
  @IntegerColumn() size_bytes: number;
  /** The hash of the stored bytes, in hex. */
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
  /** Order of creation, unique: microseconds since 1970, the time of `created_at` and a running number below it. */
  @IntegerColumn({ initial: 0 }) position: number;
  @FlagColumn({ initial: false }) favourite: boolean;
  /** 0 to 5; 0 is unrated. */
  @IntegerColumn({ initial: 0 }) rating: number;
  @IntegerColumn({ nullable: true }) seed: number | null;
  /** A thumbhash in base64; empty where none can be made, null until it is made. */
  @TextColumn({ nullable: true }) placeholder: string | null;
  /** The four 16-bit parts of the perceptual hash, each with an index of its own. */
  @IntegerColumn({ nullable: true }) hash_1: number | null;
  @IntegerColumn({ nullable: true }) hash_2: number | null;
  @IntegerColumn({ nullable: true }) hash_3: number | null;
  @IntegerColumn({ nullable: true }) hash_4: number | null;
  /** Null unless it is in the trash. */
  @TimeColumn({ nullable: true }) trashed_at: string | null;
  /** Owner and content of an upload, unique; null for everything else and for older copies of an upload. */
  @TextColumn({ nullable: true }) upload_key: string | null;
  /** `INDEX_VERSION` of the entry in the index; 0 without one. */
  @IntegerColumn({ initial: 0 }) index_version: number;
}
