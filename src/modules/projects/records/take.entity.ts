import { Entity } from 'typeorm';
import {
  IdColumn,
  IntegerColumn,
  JsonColumn,
  NumberColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';
import type { Ingredients } from '../takes/ingredients';

export const TAKE_KINDS = ['image', 'video', 'speech'] as const;
export type TakeKind = (typeof TAKE_KINDS)[number];

/** Statuses of unfinished takes; the index `takes_open` has the same condition. */
export const OPEN_TAKE_STATUSES = ['waiting', 'queued', 'running'] as const;
export const TAKE_STATUSES = [
  ...OPEN_TAKE_STATUSES,
  'completed',
  'failed',
  'cancelled',
  'skipped',
] as const;
export type TakeStatus = (typeof TAKE_STATUSES)[number];

export const VERDICTS = ['approved', 'rejected'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A picture, clip or sound that a take was made from, or could have been. */
export interface TakeSource {
  /** Media path; without a file, the field of the shot or the id of the character. */
  readonly name: string;
  /** The character whose picture it is. */
  readonly character?: string;
  /** The param that took it. */
  readonly slot: string | null;
  readonly used: boolean;
  readonly why_not: string | null;
}

/** One attempt at the image, the video or the speech of a shot. */
@Entity('takes')
export class TakeEntity {
  @IdColumn() id: string;
  @TextColumn() project_id: string;
  @TextColumn() shot_id: string;
  @TextColumn() kind: TakeKind;
  /** The bulk call that made it; null for a call for its shot alone. */
  @TextColumn({ nullable: true }) generation_id: string | null;
  /** Its place in the order of its generation, from 0. */
  @IntegerColumn({ nullable: true }) position: number | null;
  /** Ids of the takes that must complete first, whose media it is made from. */
  @JsonColumn() after: readonly string[];
  @TextColumn() status: TakeStatus;
  /** Its job. */
  @TextColumn({ nullable: true }) prompt_id: string | null;
  /** The fields that the caller sent; what they leave out follows from the shot when the take begins. */
  @JsonColumn() fields: Readonly<Record<string, unknown>>;
  /** The planned generate body; null before planning and for speech. */
  @JsonColumn({ nullable: true }) request: Readonly<Record<string, unknown>> | null;
  /** Possible sources, each with the param that takes it or the reason why none does. */
  @JsonColumn() sources: readonly TakeSource[];
  /** Media path of the result. */
  @TextColumn({ nullable: true }) path: string | null;
  /** Seconds, of a video or speech. */
  @NumberColumn({ nullable: true }) duration: number | null;
  /** Seconds of each line of speech, without the silence after it; null where they weren't measured. */
  @JsonColumn({ nullable: true }) line_seconds: readonly number[] | null;
  @JsonColumn({ nullable: true }) error: { readonly code: string; readonly message: string } | null;
  @TextColumn({ nullable: true }) verdict: Verdict | null;
  /** The user's reason for the verdict. */
  @TextColumn() reason: string;
  /** What it was made from, to find out whether it is stale. */
  @JsonColumn() ingredients: Ingredients;
  /** The media path that was selected when it was requested: another one since then is a user's choice. */
  @TextColumn({ nullable: true }) replaces: string | null;
  /** When a user selected it last; null if no user did. */
  @TimeColumn({ nullable: true }) chosen_at: string | null;
  @TimeColumn() created_at: string;
  @TimeColumn({ nullable: true }) finished_at: string | null;
}

export type TakeRow = Plain<TakeEntity>;
