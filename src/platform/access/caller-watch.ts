import type { AppError } from '../errors/app-error';
import type { Caller } from './caller';

/** Why a caller's access ended while a request was still open. */
export type CallerEndReason =
  /** The key was replaced or its rights were changed: a new request is checked with the new rights. */
  | 'key_changed'
  /** The key was revoked, or its account deleted. */
  | 'key_revoked'
  /** The caller had no key, and one is required now. */
  | 'key_required';

export interface CallerEnd {
  readonly reason: CallerEndReason;
  /** The error for a request that still waits. */
  readonly refusal: AppError;
}

/** Observes a caller's access while something stays open. Call `release` when it is closed. */
export interface Watch {
  /** Aborted when the access ends; synchronously where this process makes the change. */
  readonly signal: AbortSignal;
  /** Why the access ended; `null` while it lasts. */
  readonly end: CallerEnd | null;
  release(): void;
}

/** Tells open streams and waiting requests when their caller loses access. */
export abstract class CallerWatch {
  /** The watch may have ended already: access can change between the guard and this call. */
  abstract watch(caller: Caller): Watch;
}
