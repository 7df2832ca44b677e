import type { Caller } from '../../../platform/access/caller';

/** Tells which prompts on a node are a caller's jobs: the service hands jobs over under their own prompt_id. */
export abstract class OwnPrompts {
  /** Those of `promptIds` that the caller may see. One statement, however many there are. */
  abstract among(caller: Caller, promptIds: readonly string[]): Promise<ReadonlySet<string>>;
}
