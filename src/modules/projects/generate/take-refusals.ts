import { AppError } from '../../../platform/errors/app-error';
import { type ValidationError, ValidationFailed } from '../../../platform/errors/validation-failed';
import type { Plain } from '../../../platform/plain';
import type { RefusedTakeResponse } from '../dto/generation.response';
import type { ChosenShot } from './bulk-choice';
import { TakeRefused } from './generations.errors';

/** A requested take, and why it is refused. */
export interface TakeRefusal {
  readonly take: ChosenShot;
  readonly error: AppError | ValidationFailed;
}

/** The call that a refusal answers. */
export type BulkVerb = 'generate' | 'regenerate';

/** How many refused takes an answer lists: usually they all have the same error. */
const MAX_REFUSED = 50;

/** Refusals as a dry run lists them, one entry for each error of each take. */
export const refusedTakes = (
  refusals: readonly TakeRefusal[],
  verb: BulkVerb,
): Plain<RefusedTakeResponse>[] =>
  refusals.slice(0, MAX_REFUSED).flatMap(({ take: { shot, kind }, error }) => {
    const take = { shot_id: shot.shot.id, kind };
    return error instanceof AppError
      ? [{ ...take, loc: ['body'], detail: error.message, code: error.spec.code }]
      : error.errors.map((one) => {
          const { loc, msg } = asSent(one, verb);
          return { ...take, loc, detail: msg, code: 'invalid' };
        });
  });

/** Throws if there are refusals. @throws TakeRefused, ValidationFailed with each error once and one of its shots */
export function refuse(refusals: readonly TakeRefusal[], verb: BulkVerb): void {
  const errors = new Map<string, ValidationError>();
  for (const { take, error } of refusals) {
    if (error instanceof AppError) throw new TakeRefused(error, take);
    for (const one of error.errors) {
      const key = JSON.stringify([one.loc, one.msg]);
      const ctx = { ...one.ctx, shot_id: take.shot.shot.id };
      if (!errors.has(key)) errors.set(key, { ...asSent(one, verb), ctx });
    }
  }
  if (errors.size > 0) throw new ValidationFailed([...errors.values()]);
}

/**
 * An error of a generate body as an error of the bulk call: at the place where its body has the field. `regenerate` takes
 * the fields from the takes before, so its body has none.
 */
function asSent(
  error: ValidationError,
  verb: BulkVerb,
): ValidationError & { readonly loc: (string | number)[] } {
  const [body = 'body', ...path] = error.loc;
  if (verb === 'regenerate') {
    const msg = `${path.join('.')}: ${error.msg} The fields are those of the take before; to send others, make a take of this shot alone.`;
    return { ...error, loc: [body], msg };
  }
  const isOwn = path.length === 0 || path[0] === 'workflow' || path[0] === 'provider';
  return { ...error, loc: isOwn ? [body, ...path] : [body, 'fields', ...path] };
}
