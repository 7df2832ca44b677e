import type { Observable } from 'rxjs';

/** Changes of keys and rights that this very process makes; the terminal script's are seen in the table only. */
export abstract class AgentChanges {
  /** Internal id of an account whose row has just changed, once that is committed. */
  abstract readonly stream: Observable<string>;
}
