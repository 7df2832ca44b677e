import type { Caller } from '../../../platform/access/caller';

/** Of one batch. */
export const MAX_RUNS = 1_000;

/** The body of `POST /api/batches`, of a batch that another module makes. */
export interface NewBatch {
  readonly name: string;
  /** A generate body with `type`. */
  readonly base: Readonly<Record<string, unknown>>;
  /** The last one changes fastest. */
  readonly axes: readonly { readonly param: string; readonly values: readonly unknown[] }[];
}

/** A batch with what it was made from. */
export interface MadeBatch {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly total: number;
  readonly base: Readonly<Record<string, unknown>>;
  readonly axes: readonly { readonly param: string; readonly values: readonly unknown[] }[];
}

/** Batches for other modules. */
export abstract class BatchCreator {
  /** Throws what `POST /api/batches` throws; validation errors are located in its body. */
  abstract make(caller: Caller, batch: NewBatch): Promise<MadeBatch>;
  /** Throws what {@link make} would throw if the last axis had its first value only, and stores nothing. */
  abstract check(caller: Caller, batch: NewBatch): Promise<void>;
  /** `null` for a batch that doesn't exist, and for one of another owner. */
  abstract find(caller: Caller, id: string): Promise<MadeBatch | null>;
}
