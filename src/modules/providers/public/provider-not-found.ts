import { AppError, errorSpec } from '../../../platform/errors/app-error';

const PROVIDER_NOT_FOUND = errorSpec({
  code: 'provider_not_found',
  status: 404,
  meaning: 'No provider of the configuration has this id.',
});

export class ProviderNotFound extends AppError {
  constructor() {
    super(PROVIDER_NOT_FOUND, 'There is no provider with this id.', { hint: 'GET /api/providers' });
  }
}
