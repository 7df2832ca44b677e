import type { Observable } from 'rxjs';

/** An account's row has changed. */
export interface AgentChange {
  /** Internal id of the account. */
  readonly ownerId: string;
  /** The key or what it may do, which `version` counts; or how the account shows itself. */
  readonly what: 'rights' | 'profile';
  /** `Caller.version` of who comes with the key from now on. */
  readonly version: number;
  /** False once it is revoked or deleted. */
  readonly mayCall: boolean;
}

/** Changes of accounts that this very process makes; the terminal script's are seen in the table only. */
export abstract class AgentChanges {
  /** Tells, once it is committed, in the very moment. */
  abstract readonly stream: Observable<AgentChange>;
}
