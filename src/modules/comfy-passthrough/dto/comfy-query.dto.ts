import { QueryStr } from '../../../platform/validation/query-fields';

/** What is ours in the query; everything else goes to the node. */
export class ComfyQuery {
  @QueryStr({
    min: 1,
    max: 64,
    description: 'Which node to ask, from `GET /api/providers`; without it the default node.',
    example: 'simulator',
  })
  provider?: string;
}
