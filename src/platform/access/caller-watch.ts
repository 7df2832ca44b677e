import type { AppError } from '../errors/app-error';
import type { Caller } from './caller';

/** Why somebody who was let in may not go on. */
export type CallerEndReason =
  /** The key was replaced, or what it may do was changed: who asks again is judged anew. */
  | 'key_changed'
  /** The key was revoked, or its account deleted. */
  | 'key_revoked'
  /** The caller had no key, and one is required now. */
  | 'key_required';

export interface CallerEnd {
  readonly reason: CallerEndReason;
  /** What a request that still waits is answered with. */
  readonly refusal: AppError;
}

/** What goes on only as long as its caller may: release it when it is over. */
export interface Watch {
  /** Aborted, within the very call that makes the change where that is in this process, when the caller may not go on. */
  readonly signal: AbortSignal;
  /** Why; `null` as long as the caller may go on. */
  readonly end: CallerEnd | null;
  release(): void;
}

/** Tells whatever outlives its request's first moment (streams, waits) when its caller's rights are no more. */
export abstract class CallerWatch {
  /** May answer a watch that has ended already: rights can change between the guard and here. */
  abstract watch(caller: Caller): Watch;
}
