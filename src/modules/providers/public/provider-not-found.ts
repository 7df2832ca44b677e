import { AppError, errorSpec } from '../../../platform/errors/app-error';
import { withNearest } from '../../../platform/nearest-names';

const PROVIDER_NOT_FOUND = errorSpec({
  code: 'provider_not_found',
  status: 404,
  meaning: 'No provider of the configuration has this id.',
});

export class ProviderNotFound extends AppError {
  /** @param nearest ids that look like the one that was asked for */
  constructor(nearest: readonly string[] = []) {
    super(PROVIDER_NOT_FOUND, withNearest('There is no provider with this id.', nearest), {
      hint: 'GET /api/providers',
      ...(nearest.length === 0 ? {} : { extras: { nearest } }),
    });
  }
}
