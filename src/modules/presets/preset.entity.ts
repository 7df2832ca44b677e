import { Entity } from 'typeorm';
import { IdColumn, JsonColumn, TextColumn, TimeColumn } from '../../platform/database/columns';
import type { Plain } from '../../platform/plain';

/** Kept values of a form for one workflow. */
@Entity('presets')
export class PresetEntity {
  @IdColumn() id: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() name: string;
  @TextColumn() workflow: string;
  @JsonColumn() values: Record<string, unknown>;
  @TimeColumn() created_at: string;
  @TimeColumn() updated_at: string;
}

export type PresetRow = Plain<PresetEntity>;
