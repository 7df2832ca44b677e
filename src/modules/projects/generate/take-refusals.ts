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

/** How many refused takes an answer lists: usually they all have the same error. */
const MAX_REFUSED = 50;

/** Refusals as a dry run lists them, one entry for each error of each take. */
export const refusedTakes = (refusals: readonly TakeRefusal[]): Plain<RefusedTakeResponse>[] =>
  refusals.slice(0, MAX_REFUSED).flatMap(({ take: { shot, kind }, error }) => {
    const take = { shot_id: shot.shot.id, kind };
    return error instanceof AppError
      ? [{ ...take, loc: ['body'], detail: error.message, code: error.spec.code }]
      : error.errors.map(({ loc, msg }) => {
          return { ...take, loc: sentLoc(loc), detail: msg, code: 'invalid' };
        });
  });

/** Throws if there are refusals. @throws TakeRefused, ValidationFailed with each error once and one of its shots */
export function refuse(refusals: readonly TakeRefusal[]): void {
  const errors = new Map<string, ValidationError>();
  for (const { take, error } of refusals) {
    if (error instanceof AppError) throw new TakeRefused(error, take);
    for (const one of error.errors) {
      const [loc, key] = [sentLoc(one.loc), JSON.stringify([one.loc, one.msg])];
      const ctx = { ...one.ctx, shot_id: take.shot.shot.id };
      if (!errors.has(key)) errors.set(key, { ...one, loc, ctx });
    }
  }
  if (errors.size > 0) throw new ValidationFailed([...errors.values()]);
}

/** The location in the body of a bulk call that corresponds to a location in a generate body. */
function sentLoc([body = 'body', ...path]: ValidationError['loc']): (string | number)[] {
  const isOwn = path.length === 0 || path[0] === 'workflow' || path[0] === 'provider';
  return isOwn ? [body, ...path] : [body, 'fields', ...path];
}
