import { Str } from '../../../platform/validation/body-fields';

/** The provider in the path. */
export class ProviderParams {
  @Str({
    min: 1,
    max: 64,
    description: 'Provider id, from `GET /api/providers`.',
    example: 'simulator',
  })
  id: string;
}
