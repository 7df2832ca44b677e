import { Entity } from 'typeorm';
import {
  IdColumn,
  IdNumberColumn,
  IntegerColumn,
  NumberColumn,
} from '../../platform/database/columns';
import type { Plain } from '../../platform/plain';

/** One measured run. The slots of a (workflow, provider) are a ring: the newest run replaces the oldest. */
@Entity('workflow_run_times')
export class RunTimeEntity {
  @IdColumn() workflow: string;
  @IdColumn() provider: string;
  @IdNumberColumn() slot: number;
  /** Counts the runs of the pair, so that the ring has an order. */
  @IntegerColumn() sequence: number;
  @NumberColumn() seconds: number;
}

export type RunTimeRow = Plain<RunTimeEntity>;
