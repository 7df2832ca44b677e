import { Entity } from 'typeorm';
import { IdColumn, IntegerColumn, JsonColumn } from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';
import type { StoredRun } from './node-runs';

/** The last runs of one class: how long they took, and how much memory was in use. */
@Entity('workflow_runs')
export class MeasuredRunsEntity {
  @IdColumn() workflow: string;
  @IdColumn() provider: string;
  /** Empty for runs that were recorded before classes existed. */
  @IdColumn() run_class: string;
  /** Oldest first. */
  @JsonColumn() runs: readonly StoredRun[];
  /** Milliseconds since 1970. */
  @IntegerColumn() last_run_at: number;
}

export type MeasuredRunsRow = Plain<MeasuredRunsEntity>;
