import { Entity } from 'typeorm';
import {
  IdColumn,
  IntegerColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';

/** A public link to one file. */
@Entity('media_links')
export class MediaLinkEntity {
  @IdColumn() id: string;
  @TextColumn() token_hash: string;
  /** Who made it, and with which key: it ends with that key. */
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn({ nullable: true }) key_id: string | null;
  @TextColumn() path: string;
  @TimeColumn() created_at: string;
  @TimeColumn() expires_at: string;
}

export type MediaLinkRow = Plain<MediaLinkEntity>;

/** An address that takes one upload of known size and content. */
@Entity('media_upload_addresses')
export class UploadAddressEntity {
  @IdColumn() id: string;
  @TextColumn() token_hash: string;
  /** Who made it, and with which key: it ends with that key. */
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn({ nullable: true }) key_id: string | null;
  @TextColumn() filename: string;
  @IntegerColumn() size_bytes: number;
  /** Hex, lower case. */
  @TextColumn() sha256: string;
  @TimeColumn() created_at: string;
  @TimeColumn() expires_at: string;
  /** When the upload began that uses it or has used it. */
  @TimeColumn({ nullable: true }) claimed_at: string | null;
  /** What was uploaded; null until then. */
  @TextColumn({ nullable: true }) path: string | null;
}

export type UploadAddressRow = Plain<UploadAddressEntity>;
