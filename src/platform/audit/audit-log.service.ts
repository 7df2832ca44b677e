import { Injectable } from '@nestjs/common';
import { type Caller, TERMINAL } from '../access/caller';
import { OwnerNames } from '../access/owner-names';
import { Clock, Ids } from '../clock/clock';
import { type Transaction, WriteGate } from '../database/write-gate';
import type { ActorKind, AuditEntry } from './audit-entry.entity';
import { AuditRepository } from './audit.repository';

/** One change to record. */
export interface AuditedOperation {
  /** `<kind>.<verb>`, such as `media.delete`. */
  readonly action: string;
  readonly kind: string;
  /** Id of what was changed. */
  readonly subject: string;
  readonly ownerId: string | null;
  /** What changed; never a key, a hash or a prompt. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Records changes to keys, rights and other owners' resources, in the transaction of the change. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly gate: WriteGate,
    private readonly rows: AuditRepository,
    private readonly owners: OwnerNames,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

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
   * Records the operation only if the caller isn't the owner. A resource without an owner belongs to the unrestricted
   * caller, so operations of every caller with a key are recorded.
   */
  async recordForeign(tx: Transaction, caller: Caller, operation: AuditedOperation): Promise<void> {
    if (operation.ownerId !== caller.ownerId) await this.record(tx, caller, operation);
  }
}

function kindOf(caller: Caller): ActorKind {
  if (caller === TERMINAL) return 'terminal';
  return caller.ownerId === null ? 'unrestricted' : 'agent';
}
