import type { Observable } from 'rxjs';

/** A change of an account's row. */
export interface AgentChange {
  /** Internal id of the account. */
  readonly ownerId: string;
  /** `rights`: the key or its scope, which increments `version`; `profile`: name, avatar or bio. */
  readonly what: 'rights' | 'profile';
  /** `Caller.version` of later requests with the key. */
  readonly version: number;
  /** False once the account is revoked or deleted. */
  readonly mayCall: boolean;
}

/** Changes of accounts made by this process; those of the key command line are visible in the table only. */
export abstract class AgentChanges {
  /** Emits synchronously after each commit. */
  abstract readonly stream: Observable<AgentChange>;
}
