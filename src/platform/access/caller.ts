/**
 * Who sent the request. Every service method behind a controller or command takes a `Caller` first; there is always
 * one, because open mode yields {@link UNRESTRICTED} instead of nothing.
 */
export interface Caller {
  /** Internal, never reused id of the account; `null` for the unrestricted caller, whose resources have no owner. */
  readonly ownerId: string | null;
  /** Names the caller's key, and says nothing about it: another one once the key is replaced. `null` without a key. */
  readonly keyId: string | null;
  /** Public id of the account; `null` for the unrestricted caller. */
  readonly agent: { readonly id: string; readonly name: string } | null;
  readonly isAdmin: boolean;
  /** Character ids that the key may use; empty admits all. */
  readonly allowedCharacters: readonly string[];
  /** Workflow ids that the key may use; empty admits all. */
  readonly allowedWorkflows: readonly string[];
  /** Cap on jobs that are queued or running; `null` means no cap. */
  readonly maxConcurrentJobs: number | null;
  /** Counts the changes of the account's key and rights: streams opened with an older version must end. */
  readonly version: number;
}

/** No key, and none required: acts as an admin, owns nothing. */
export const UNRESTRICTED: Caller = Object.freeze({
  ownerId: null,
  keyId: null,
  agent: null,
  isAdmin: true,
  allowedCharacters: [],
  allowedWorkflows: [],
  maxConcurrentJobs: null,
  version: 0,
});

/** A command on this machine, whose user can read the database anyway. */
export const TERMINAL: Caller = Object.freeze({ ...UNRESTRICTED });
