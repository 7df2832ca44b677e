import { Entity } from 'typeorm';
import { IdColumn, IntegerColumn } from '../../../platform/database/columns';

/** When an owner last had a job handed over to a node, counted in hand-overs to that node. */
@Entity('job_turns')
export class JobTurnEntity {
  @IdColumn() provider: string;
  /** The owner's id; empty for jobs without an owner. */
  @IdColumn() owner: string;
  /** The highest of a node was served last; no row: not served, or so long ago that it makes no difference. */
  @IntegerColumn() turn: number;
}
