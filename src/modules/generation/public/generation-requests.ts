import type { Caller } from '../../../platform/access/caller';
import type { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { GenerationKind, GenerationRequest, Loc } from './generation-planner';

/** Validates generate bodies that arrive as part of another body. */
export abstract class GenerationRequests {
  /**
   * Checks the body as the generate route would, and returns it as a request. Errors advise on unknown fields.
   * @param at where the body is inside the one that was sent
   * @throws ValidationFailed
   */
  abstract check(caller: Caller, kind: GenerationKind, body: object, at: Loc): GenerationRequest;
  /** Adds advice to the errors of a generate body, from the workflow that it names and from what this install has. */
  abstract advise(
    caller: Caller,
    kind: GenerationKind,
    body: object,
    error: ValidationFailed,
  ): ValidationFailed;
  /** The field names of a generate body. */
  abstract fields(kind: GenerationKind): readonly string[];
}
