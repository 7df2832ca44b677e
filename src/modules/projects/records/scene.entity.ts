import { Entity } from 'typeorm';
import {
  IdColumn,
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';

/** A scene of a project. */
@Entity('scenes')
export class SceneEntity {
  @IdColumn() id: string;
  @TextColumn() project_id: string;
  /** From 1; unique in the project. */
  @IntegerColumn() scene_number: number;
  @TextColumn() title: string;
  @TextColumn() setting: string;
  @TextColumn() weather: string;
  @TextColumn() summary: string;
  @TextColumn() location: string;
  @TextColumn() time_of_day: string;
  /** Ids of the cast; the project's when empty. */
  @JsonColumn() characters: readonly string[];
  @JsonColumn() metadata: Readonly<Record<string, unknown>>;
  @TimeColumn() created_at: string;
  @TimeColumn() updated_at: string;
}

export type SceneRow = Plain<SceneEntity>;
