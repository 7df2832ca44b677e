import { Entity } from 'typeorm';
import {
  IdColumn,
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { VoiceConfig } from '../../characters/public/voice-config';
import type { Plain } from '../../../platform/plain';

/** What is stored; while a render is unfinished, the project answers `rendering` instead. */
export const STORED_PROJECT_STATUSES = [
  'draft',
  'planning',
  'ready',
  'completed',
  'failed',
] as const;
export type StoredProjectStatus = (typeof STORED_PROJECT_STATUSES)[number];

/** A story (spec §2.5). Its scenes, shots, takes, generations and renders have its owner. */
@Entity('projects')
export class ProjectEntity {
  @IdColumn() id: string;
  /** The key that created it; null without one. */
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() title: string;
  @TextColumn() description: string;
  /** `<width>:<height>`, both whole numbers. */
  @TextColumn() aspect_ratio: string;
  /** The length that its maker has in mind, in seconds. */
  @IntegerColumn({ nullable: true }) duration_seconds: number | null;
  @TextColumn() status: StoredProjectStatus;
  /** Ids of the cast. */
  @JsonColumn() characters: readonly string[];
  @JsonColumn({ nullable: true }) narrator_voice: VoiceConfig | null;
  @JsonColumn() metadata: Readonly<Record<string, unknown>>;
  @TimeColumn() created_at: string;
  @TimeColumn() updated_at: string;
}

export type ProjectRow = Plain<ProjectEntity>;
