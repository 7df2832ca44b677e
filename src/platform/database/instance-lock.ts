import { Advice } from '../errors/advice';

/** What the running server leaves at its database, so that a second one can name it. */
export interface InstanceNote {
  readonly pid: number;
  readonly started_at: string;
}

/** A second server on one database. */
export class DatabaseInUse extends Advice {}

/** Held from before the first migration until the process ends: one server per database. */
export interface InstanceLock {
  release(): Promise<void>;
}
