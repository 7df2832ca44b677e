import { AllowUnknownParameters } from '../../../platform/validation/field';
import { QueryStr } from '../../../platform/validation/query-fields';

/** Our own query parameter; all others are sent to the node. */
@AllowUnknownParameters()
export class ComfyQuery {
  @QueryStr({
    min: 1,
    max: 64,
    description: 'Which node to ask, from `GET /api/providers`; without it the default node.',
    example: 'simulator',
  })
  provider?: string;
}
