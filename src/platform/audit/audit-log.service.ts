import { Injectable } from '@nestjs/common';
import { type Caller, TERMINAL } from '../access/caller';
import { OwnerNames } from '../access/owner-names';
import { Clock, Ids } from '../clock/clock';
import { type Transaction, WriteGate } from '../database/write-gate';
import type { ActorKind, AuditEntry } from './audit-entry.entity';
import { AuditRepository } from './audit.repository';

/** Something done, as the one who does it tells. */
export interface AuditedOperation {
  /** `<kind>.<verb>`, such as `media.delete`. */
  readonly action: string;
  readonly kind: string;
  /** Id of what it was done to. */
  readonly subject: string;
  /** Whose it was. */
  readonly ownerId: string | null;
  /** What changed; never a key, a hash or a prompt. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes down who did what to keys, scopes and other people's things, in the transaction that does it. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly gate: WriteGate,
    private readonly rows: AuditRepository,
    private readonly owners: OwnerNames,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Always written down. */
  async record(tx: Transaction, caller: Caller, operation: AuditedOperation): Promise<void> {
    await this.rows.insert(tx, this.entry(this.ids.uuid(), caller, operation));
  }

  /** For an operation outside of the database: a transaction of its own. */
  async recordAlone(caller: Caller, operation: AuditedOperation): Promise<void> {
    await this.gate.run((tx) => this.record(tx, caller, operation));
  }

  private entry(id: string, caller: Caller, operation: AuditedOperation): AuditEntry {
    return {
      id,
      at: this.clock.timestamp(),
      actor: this.owners.nameOf(caller.ownerId),
      actor_kind: kindOf(caller),
      action: operation.action,
      subject_kind: operation.kind,
      subject: operation.subject,
      owner: this.owners.nameOf(operation.ownerId),
      details: { ...operation.details },
    };
  }

  /**
   * Does something and writes it down, both or neither, as {@link recordForeign}. `work` answers whether it did it.
   * It runs inside the transaction: it must not wait for anybody who waits for the database.
   */
  async runAndRecord(
    caller: Caller,
    operation: AuditedOperation,
    work: () => Promise<boolean>,
  ): Promise<boolean> {
    return this.gate.run(async (tx) => {
      const done = await work();
      if (done) await this.recordForeign(tx, caller, operation);
      return done;
    });
  }

  /**
   * Written down only if the thing isn't the caller's: what people do to their own is their own affair. What nobody owns
   * is the unrestricted caller's own, and foreign to everybody with a key.
   */
  async recordForeign(tx: Transaction, caller: Caller, operation: AuditedOperation): Promise<void> {
    if (operation.ownerId !== caller.ownerId) await this.record(tx, caller, operation);
  }
}

function kindOf(caller: Caller): ActorKind {
  if (caller === TERMINAL) return 'terminal';
  return caller.ownerId === null ? 'unrestricted' : 'agent';
}
