import { AppError } from '../../../platform/errors/app-error';
import { ValidationFailed } from '../../../platform/errors/validation-failed';

/** Why a request that was accepted earlier was refused when its turn came. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** At a cap or a limit, or the disk is full: the request waits. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof AppError && (error.spec.status === 429 || error.spec.status >= 500);

/** Whether the error is not a refusal but a failure of the service. */
export const isUnexpected = (error: unknown): boolean =>
  !(error instanceof AppError || error instanceof ValidationFailed);

const MAX_MESSAGES = 5;

/** An error as it is stored with what it refused. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof AppError) return { code: error.spec.code, message: error.message };
  if (error instanceof ValidationFailed) {
    const messages = error.errors.slice(0, MAX_MESSAGES).map(({ loc, msg }) => {
      return `${loc.slice(1).join('.')}: ${msg}`;
    });
    return { code: 'invalid', message: messages.join(' ') };
  }
  return { code: 'internal', message: 'An internal error: see the log of the service.' };
}
