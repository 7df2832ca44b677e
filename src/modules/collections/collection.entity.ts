import { Entity } from 'typeorm';
import { IdColumn, JsonColumn, TextColumn, TimeColumn } from '../../platform/database/columns';
import type { Plain } from '../../platform/plain';
import type { SavedMediaFilterDto } from '../media/public/saved-media-filter.dto';

/** `manual`: holds what was put into it. `saved`: holds what its filter finds. */
export const COLLECTION_KINDS = ['manual', 'saved'] as const;
export type CollectionKind = (typeof COLLECTION_KINDS)[number];

/** A collection of media. Membership of manual collections is stored with the media. */
@Entity('collections')
export class CollectionEntity {
  @IdColumn() id: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() name: string;
  @TextColumn() kind: CollectionKind;
  /** Null for manual ones. */
  @JsonColumn({ nullable: true }) filter: SavedMediaFilterDto | null;
  @TimeColumn() created_at: string;
  @TimeColumn() updated_at: string;
  /** Set while media are taken out of a deleted collection; then the row is deleted. */
  @TimeColumn({ nullable: true }) deleted_at: string | null;
}

export type CollectionRow = Plain<CollectionEntity>;
