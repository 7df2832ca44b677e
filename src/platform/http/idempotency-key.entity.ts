import { Entity } from 'typeorm';
import { IdColumn, IntegerColumn, TextColumn } from '../database/columns';

/** A request that was sent with an `Idempotency-Key`. */
@Entity('idempotency_keys')
export class IdempotencyKeyEntity {
  /** Owner id; empty for the unrestricted caller. */
  @IdColumn() caller: string;
  @IdColumn() key: string;
  /** Hash of the route and the canonical body. */
  @TextColumn() fingerprint: string;
  /** What the request made; empty when it made nothing that lasts. */
  @TextColumn() subject: string;
  /** The answer as JSON; null while it isn't known, or when the process ended before it was. */
  @TextColumn({ nullable: true }) response: string | null;
  @TextColumn() created_at: string;
  /** `Caller.version` of who was given the answer; null where nobody wrote it down. */
  @IntegerColumn({ nullable: true }) version: number | null;
}
