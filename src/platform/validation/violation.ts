import type { ValidationType } from '../errors/validation-failed';

/** A violation found inside one field; `loc` is relative to the field's own place. */
export interface Violation {
  readonly loc: readonly (string | number)[];
  /** What to send instead; never echoes the rejected value. */
  readonly msg: string;
  readonly type: ValidationType;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Everything that is wrong with a value; empty when it is fine. Pure. */
export type Check = (value: unknown) => readonly Violation[];

/** A violation of the field itself. */
export function violation(
  type: ValidationType,
  msg: string,
  ctx?: Readonly<Record<string, unknown>>,
): Violation {
  return { loc: [], msg, type, ...(ctx ? { ctx } : {}) };
}

/** Moves violations below `key`: from an item's place to its list's. */
export function below(key: string | number, found: readonly Violation[]): readonly Violation[] {
  return found.map((one) => ({ ...one, loc: [key, ...one.loc] }));
}
