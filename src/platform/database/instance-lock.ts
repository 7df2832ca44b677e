import { UserError } from '../errors/user-error';

/** Identifies the running server, so that a second one can name it in its error message. */
export interface InstanceNote {
  readonly pid: number;
  readonly started_at: string;
}

/** Another server uses the database. */
export class DatabaseInUse extends UserError {}

/** Held from before the first migration until the process ends: one server per database. */
export abstract class InstanceLock {
  /** False while a lost lock is being reacquired. */
  abstract get isHeld(): boolean;
  /**
   * Resolves when the lock was lost and another server has it now: this one must exit. Stays pending otherwise.
   */
  abstract readonly evicted: Promise<DatabaseInUse>;
  abstract release(): Promise<void>;
}
