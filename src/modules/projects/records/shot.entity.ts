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
import type { Plain } from '../../../platform/plain';

export const SHOT_TIMINGS = ['fixed', 'fit_dialogue'] as const;
export type ShotTiming = (typeof SHOT_TIMINGS)[number];

/** Where the video of a shot starts, besides its own image. */
export const START_FROM = ['none', 'previous_last_frame', 'previous_image'] as const;
export type StartFrom = (typeof START_FROM)[number];

/** Value of `end_image`: the video ends at the next shot's image. */
export const END_FROM_NEXT = 'from_next';

/** How a render mixes a clip's own sound: kept, lowered while somebody speaks, or left out. */
export const CLIP_AUDIO = ['keep', 'duck', 'mute'] as const;
export type ClipAudio = (typeof CLIP_AUDIO)[number];

/** The speaker of lines that no character says. */
export const NARRATOR = 'narrator';

/** A spoken line of a shot. */
export interface ShotLine {
  /** A character id or `narrator`. */
  readonly speaker: string;
  readonly text: string;
  /** Silence after the line, in seconds. */
  readonly pause_seconds: number;
}

/** A shot of a scene, with the media that were chosen for it. */
@Entity('shots')
export class ShotEntity {
  @IdColumn() id: string;
  @TextColumn() project_id: string;
  @TextColumn() scene_id: string;
  /** From 1; unique in the scene. */
  @IntegerColumn() shot_number: number;
  @TextColumn() title: string;
  @TextColumn() description: string;
  @JsonColumn() lines: readonly ShotLine[];
  @TextColumn() subtitle: string;
  @TextColumn() image_prompt: string;
  @TextColumn() motion_prompt: string;
  @TextColumn() camera: string;
  /** Ids of the cast; the scene's when empty. */
  @JsonColumn() characters: readonly string[];
  @NumberColumn() duration_seconds: number;
  @TextColumn() timing: ShotTiming;
  @TextColumn() start_from: StartFrom;
  /** A media path or `from_next`. */
  @TextColumn({ nullable: true }) end_image: string | null;
  @FlagColumn() locked: boolean;
  @TextColumn() clip_audio: ClipAudio;
  /** Media paths of what is selected; the files may be gone. */
  @TextColumn({ nullable: true }) image: string | null;
  @TextColumn({ nullable: true }) video: string | null;
  @TextColumn({ nullable: true }) speech: string | null;
  /** The takes that the media come from; null for media that a user set. */
  @TextColumn({ nullable: true }) image_take: string | null;
  @TextColumn({ nullable: true }) video_take: string | null;
  @TextColumn({ nullable: true }) speech_take: string | null;
  @JsonColumn() metadata: Readonly<Record<string, unknown>>;
  @TimeColumn() created_at: string;
  @TimeColumn() updated_at: string;
}

export type ShotRow = Plain<ShotEntity>;
