import { Entity } from 'typeorm';
import { IdColumn, JsonColumn, TextColumn, TimeColumn } from '../database/columns';
import type { Plain } from '../plain';

/** A change to keys, rights or another owner's resource. Written once, never changed. */
@Entity('audit')
export class AuditEntryEntity {
  @IdColumn() id: string;
  @TimeColumn() at: string;
  /** Owner name of the account; `null` for the unrestricted caller and the terminal. */
  @TextColumn({ nullable: true }) actor: string | null;
  @TextColumn() actor_kind: ActorKind;
  /** `<kind>.<verb>`, such as `agent.rotate`. */
  @TextColumn() action: string;
  @TextColumn() subject_kind: string;
  @TextColumn() subject: string;
  /** Owner name of the subject; `null` when it had no owner. */
  @TextColumn({ nullable: true }) owner: string | null;
  @JsonColumn() details: Record<string, unknown>;
}

/** How the actor was authenticated. */
export type ActorKind = 'agent' | 'unrestricted' | 'terminal';

export type AuditEntry = Plain<AuditEntryEntity>;
