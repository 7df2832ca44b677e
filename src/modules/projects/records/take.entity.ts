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

/** Those of takes that may still change; the index `takes_open` names them. */
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

/** Something that a take could be made from. */
export interface TakeSource {
  /** A media path; for what has none, the field of the shot or the character. */
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
  /** The generate body as planned; null until then, and for speech. */
  @JsonColumn({ nullable: true }) request: Readonly<Record<string, unknown>> | null;
  /** What it could be made from, each with the param that took it or why none did. */
  @JsonColumn() sources: readonly TakeSource[];
  /** The media that it made. */
  @TextColumn({ nullable: true }) path: string | null;
  /** Seconds, of a video or speech. */
  @NumberColumn({ nullable: true }) duration: number | null;
  /** Seconds of each line of speech, without the silence behind it; null where they weren't measured. */
  @JsonColumn({ nullable: true }) line_seconds: readonly number[] | null;
  @JsonColumn({ nullable: true }) error: { readonly code: string; readonly message: string } | null;
  @TextColumn({ nullable: true }) verdict: Verdict | null;
  /** The user's reason for the verdict. */
  @TextColumn() reason: string;
  /** What it was made from, to see what has changed since. */
  @JsonColumn() ingredients: Ingredients;
  /** The media path that was selected when it was made: another one since then may be a user's choice. */
  @TextColumn({ nullable: true }) replaces: string | null;
  /** When a user selected it last; null for a take that was selected because it completed. */
  @TimeColumn({ nullable: true }) chosen_at: string | null;
  @TimeColumn() created_at: string;
  @TimeColumn({ nullable: true }) finished_at: string | null;
}

export type TakeRow = Plain<TakeEntity>;
