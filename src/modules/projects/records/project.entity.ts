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

/** The statuses that are stored. While a render is unfinished, answers say `rendering` instead. */
export const STORED_PROJECT_STATUSES = [
  'draft',
  'planning',
  'ready',
  'completed',
  'failed',
] as const;
export type StoredProjectStatus = (typeof STORED_PROJECT_STATUSES)[number];

/** A project. Its owner also owns its scenes, shots, takes, generations and renders. */
@Entity('projects')
export class ProjectEntity {
  @IdColumn() id: string;
  /** The key that created it; null without one. */
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() title: string;
  @TextColumn() description: string;
  /** `<width>:<height>`, both whole numbers. */
  @TextColumn() aspect_ratio: string;
  /** Intended length in seconds; informational. */
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
