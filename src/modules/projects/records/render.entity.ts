import { Entity } from 'typeorm';
import {
  IdColumn,
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';
import type { Film } from '../film/film';
import type { RenderSettings } from '../renders/render-settings';

/** Statuses of unfinished renders; the index `renders_open` has the same condition. */
export const OPEN_RENDER_STATUSES = ['queued', 'running'] as const;
export const RENDER_STATUSES = [
  ...OPEN_RENDER_STATUSES,
  'completed',
  'failed',
  'cancelled',
] as const;
export type RenderStatus = (typeof RENDER_STATUSES)[number];

/** A final render of a project. */
@Entity('renders')
export class RenderEntity {
  @IdColumn() id: string;
  @TextColumn() project_id: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() status: RenderStatus;
  @JsonColumn() settings: RenderSettings;
  /** The timeline, as resolved when the render was requested. */
  @JsonColumn() film: Film;
  /** Attempts since the last progress. Those that a regular stop of the service ended don't count. */
  @IntegerColumn() attempts: number;
  @IntegerColumn() frames_done: number;
  @IntegerColumn() frames_total: number;
  @TextColumn() log: string;
  /** Media path of the film. */
  @TextColumn({ nullable: true }) path: string | null;
  @TextColumn({ nullable: true }) poster: string | null;
  @JsonColumn({ nullable: true }) error: { readonly code: string; readonly message: string } | null;
  @TimeColumn() created_at: string;
  @TimeColumn({ nullable: true }) started_at: string | null;
  /** Set when the film is finished, before it is entered into the library. */
  @TimeColumn({ nullable: true }) finished_at: string | null;
}

export type RenderRow = Plain<RenderEntity>;
