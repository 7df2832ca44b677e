import type { Caller } from '../../../platform/access/caller';
import type { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { GenerationKind, GenerationRequest, Loc } from './generation-planner';

/** Validates generate bodies that arrive as part of another body. */
export abstract class GenerationRequests {
  /**
   * The body as a request: the checks of the route's own body, with advice for unknown fields.
   * @param at where the body is in the one that was sent
   * @throws ValidationFailed
   */
  abstract check(caller: Caller, kind: GenerationKind, body: object, at: Loc): GenerationRequest;
  /** The errors of a generate body, with advice from the workflow that it names and from what this install has. */
  abstract advise(
    caller: Caller,
    kind: GenerationKind,
    body: object,
    error: ValidationFailed,
  ): ValidationFailed;
  /** The names of the fields of a generate body. */
  abstract fields(kind: GenerationKind): readonly string[];
}
