import { Entity } from 'typeorm';
import {
  FlagColumn,
  IdColumn,
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns';
import type { Plain } from '../../platform/plain';

/** An account and its key. The row of a deleted account stays without a key, because what it made still refers to it. */
@Entity('agents')
export class AgentEntity {
  /** Internal, never reused: everything that the account makes refers to it. */
  @IdColumn() owner_id: string;
  /** Public id; free again once the account is deleted. */
  @TextColumn() id: string;
  /** Shown to admins on what the account made; unique for all time, unlike `id`. */
  @TextColumn() owner_name: string;
  @TextColumn() name: string;
  @FlagColumn() enabled: boolean;
  @FlagColumn() is_admin: boolean;
  @JsonColumn() allowed_characters: string[];
  @JsonColumn() allowed_workflows: string[];
  @IntegerColumn({ nullable: true }) max_concurrent_jobs: number | null;
  /** SHA-256 of the key, in hex; `null` once the account is deleted. The key itself is stored nowhere. */
  @TextColumn({ nullable: true }) key_hash: string | null;
  /** Counts changes of the key and of what it may do. */
  @IntegerColumn() version: number;
  @TextColumn({ nullable: true }) avatar: string | null;
  @TextColumn() bio: string;
  @TimeColumn() created_at: string;
  @TimeColumn({ nullable: true }) last_used_at: string | null;
  @TimeColumn({ nullable: true }) deleted_at: string | null;
}

export type AgentRow = Plain<AgentEntity>;
