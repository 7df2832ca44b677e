import { PageQuery } from '../../../platform/http/paging';
import { QueryStr } from '../../../platform/validation/query-fields';

/** `GET /api/voices`. */
export class VoicesQuery extends PageQuery {
  @QueryStr({
    max: 200,
    description: 'Every word must occur in the id, name, description or labels; case is ignored.',
    example: 'british',
  })
  q?: string;

  @QueryStr({
    max: 100,
    description: 'Only the voices of this speech provider: `elevenlabs` or `openai`.',
    example: 'elevenlabs',
  })
  provider?: string;
}
