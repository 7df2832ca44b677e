import { Entity } from 'typeorm';
import {
  FlagColumn,
  IdColumn,
  IntegerColumn,
  JsonColumn,
  NumberColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { CancelReason } from '../../batches/public/cancel-reasons';
import type { Plain } from '../../../platform/plain';
import type { TakeKind } from './take.entity';

/** `mixed`: takes of several kinds. */
export const GENERATION_KINDS = ['image', 'video', 'speech', 'mixed'] as const;
export type GenerationKind = (typeof GENERATION_KINDS)[number];

export const GENERATION_STATUSES = ['running', 'completed', 'cancelled'] as const;
export type GenerationStatus = (typeof GENERATION_STATUSES)[number];

/** Why a bulk call makes nothing for a shot. */
export const SKIP_REASONS = [
  'locked',
  'has_one',
  'in_progress',
  'up_to_date',
  'approved',
  'no_lines',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface SkippedShot {
  readonly shot_id: string;
  readonly kind: TakeKind;
  readonly because: SkipReason;
}

/** A bulk call that makes takes of many shots; the takes have its id. */
@Entity('generations')
export class GenerationEntity {
  @IdColumn() id: string;
  @TextColumn() project_id: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() kind: GenerationKind;
  @TextColumn() status: GenerationStatus;
  /** Why it was cancelled. */
  @TextColumn({ nullable: true }) reason: CancelReason | null;
  /** Whether it was cancelled by a call that has not cancelled all of its jobs yet. */
  @FlagColumn() is_cancelling: boolean;
  @IntegerColumn() total: number;
  /** Shots of the call that got no take. */
  @JsonColumn() skipped: readonly SkippedShot[];
  @NumberColumn({ nullable: true }) expected_seconds: number | null;
  @TimeColumn() created_at: string;
  @TimeColumn({ nullable: true }) finished_at: string | null;
}

export type GenerationRow = Plain<GenerationEntity>;
