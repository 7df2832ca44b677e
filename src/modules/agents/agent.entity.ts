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

/** An agent and its key. The row of a deleted agent stays without a key, because what it created still refers to it. */
@Entity('agents')
export class AgentEntity {
  /** Internal id that is never reused. Everything that the agent creates refers to it. */
  @IdColumn() owner_id: string;
  /** Public id; free again once the agent is deleted. */
  @TextColumn() id: string;
  /** Names the owner of what the agent created, for admins. Unique for all time, unlike `id`. */
  @TextColumn() owner_name: string;
  /** Display name, may change. */
  @TextColumn() name: string;
  @FlagColumn() enabled: boolean;
  @FlagColumn() is_admin: boolean;
  /** Empty: every character. */
  @JsonColumn() allowed_characters: string[];
  /** Empty: every workflow. */
  @JsonColumn() allowed_workflows: string[];
  @IntegerColumn({ nullable: true }) max_concurrent_jobs: number | null;
  /** SHA-256 of the key, in hex; `null` once the agent is deleted. The key itself is stored nowhere. */
  @TextColumn({ nullable: true }) key_hash: string | null;
  /** Incremented whenever the key or its rights change. */
  @IntegerColumn() version: number;
  @TextColumn({ nullable: true }) avatar: string | null;
  @TextColumn() bio: string;
  @TimeColumn() created_at: string;
  @TimeColumn({ nullable: true }) last_used_at: string | null;
  @TimeColumn({ nullable: true }) deleted_at: string | null;
}

export type AgentRow = Plain<AgentEntity>;
