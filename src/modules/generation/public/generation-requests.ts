import type { Caller } from '../../../platform/access/caller';
import type { GenerationKind, GenerationRequest, Loc } from './generation-planner';

/** Validates generate bodies that arrive as part of another body. */
export abstract class GenerationRequests {
  /**
   * The body as a request: the checks of the route's own body, with advice for unknown fields.
   * @param at where the body is in the one that was sent
   * @throws ValidationFailed
   */
  abstract check(caller: Caller, kind: GenerationKind, body: object, at: Loc): GenerationRequest;
  /** The names of the fields of a generate body. */
  abstract fields(kind: GenerationKind): readonly string[];
}
