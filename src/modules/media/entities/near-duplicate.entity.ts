import { Entity } from 'typeorm';
import {
  FlagColumn,
  IdIntegerColumn,
  IntegerColumn,
  TextColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';

/** Two assets of one owner, named by their positions, that look the same or that people called distinct. */
@Entity('media_near_duplicates')
export class NearDuplicateEntity {
  /** The older asset. */
  @IdIntegerColumn() smaller: number;
  /** The newer asset. */
  @IdIntegerColumn() larger: number;
  /** As `ownerKey` makes it. */
  @TextColumn() owner_id: string;
  /** Bits in which their perceptual hashes differ, 0 to 64. */
  @IntegerColumn() distance: number;
  /** Never grouped again. Such pairs stay while one of them is in the trash; others don't. */
  @FlagColumn() is_distinct: boolean;
}

export type NearDuplicate = Plain<NearDuplicateEntity>;
