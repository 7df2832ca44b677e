import { Entity } from 'typeorm';
import {
  FlagColumn,
  IdColumn,
  IdNumberColumn,
  IntegerColumn,
  JsonColumn,
  NumberColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { CancelReason } from '../public/cancel-reasons';
import type { Plain } from '../../../platform/plain';
import type { Axis, BatchMode } from '../batch-runs';

export const BATCH_STATUSES = ['running', 'completed', 'cancelled'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** A batch. Its runs follow from `base`, `axes`, `mode` and `count`; its jobs carry its id. */
@Entity('batches')
export class BatchEntity {
  @IdColumn() id: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() name: string;
  @TextColumn() status: BatchStatus;
  @TextColumn({ nullable: true }) reason: CancelReason | null;
  /** Cancelled by a call, and jobs of it may not be cancelled yet. */
  @FlagColumn() is_cancelling: boolean;
  @TextColumn() kind: 'image' | 'video';
  @JsonColumn() base: Record<string, unknown>;
  @JsonColumn() axes: Axis[];
  @TextColumn() mode: BatchMode;
  @IntegerColumn() count: number;
  /** Drawn for the runs without a seed; `null` when there are none. */
  @IntegerColumn({ nullable: true }) seed: number | null;
  @IntegerColumn() total: number;
  /** Runs that have become a job or were refused: those with an index below. */
  @IntegerColumn() fed: number;
  /** For all runs, on the nodes that the admission chose. */
  @NumberColumn({ nullable: true }) expected_seconds: number | null;
  @TimeColumn() created_at: string;
  @TimeColumn({ nullable: true }) finished_at: string | null;
}

export type BatchRow = Plain<BatchEntity>;

/** A run that was refused when its turn came. */
@Entity('batch_refusals')
export class BatchRefusalEntity {
  @IdColumn() batch_id: string;
  @IdNumberColumn() position: number;
  @JsonColumn() error: { readonly code: string; readonly message: string };
}

export type BatchRefusalRow = Plain<BatchRefusalEntity>;
