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
  /** What the request created; empty when it created nothing. */
  @TextColumn() subject: string;
  /** The answer as JSON; null while it is unknown, or if the process ended before it was known. */
  @TextColumn({ nullable: true }) response: string | null;
  @TextColumn() created_at: string;
  /** `Caller.version` of the caller who got the answer; null in rows of earlier versions. */
  @IntegerColumn({ nullable: true }) version: number | null;
}
