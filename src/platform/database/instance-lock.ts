import { UserError } from '../errors/user-error';

/** What the running server leaves at its database, so that a second one can name it. */
export interface InstanceNote {
  readonly pid: number;
  readonly started_at: string;
}

/** A second server on one database. */
export class DatabaseInUse extends UserError {}

/** Held from before the first migration until the process ends: one server per database. */
export abstract class InstanceLock {
  /** False while it is lost and being taken again. */
  abstract get held(): boolean;
  /**
   * Resolves, with a sentence for a person, when the lock was lost and another server has it now: this one must end.
   * Stays pending otherwise.
   */
  abstract readonly evicted: Promise<DatabaseInUse>;
  abstract release(): Promise<void>;
}
