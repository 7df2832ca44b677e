import { Entity } from 'typeorm';
import {
  FlagColumn,
  IdIntegerColumn,
  IntegerColumn,
  TextColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';

/**
 * Two assets of one owner that look the same, or that users marked as different. Positions stand for the assets; newer
 * assets have higher positions.
 */
@Entity('media_near_duplicates')
export class NearDuplicateEntity {
  /** The older asset. */
  @IdIntegerColumn() smaller: number;
  /** The newer asset. */
  @IdIntegerColumn() larger: number;
  /** The owner's id; empty for assets without an owner. */
  @TextColumn() owner_id: string;
  /** Bits in which their perceptual hashes differ, 0 to 64. */
  @IntegerColumn() distance: number;
  /** Users marked the pair as different: never group it again. Only such pairs stay while an asset is in the trash. */
  @FlagColumn() is_distinct: boolean;
}

export type NearDuplicate = Plain<NearDuplicateEntity>;
