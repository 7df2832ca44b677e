import { PageQuery } from '../../../platform/http/paging';
import { SEARCH_WORDS } from '../../../platform/search-text';
import { QueryStr } from '../../../platform/validation/query-fields';

/** `GET /api/voices`. */
export class VoicesQuery extends PageQuery {
  @QueryStr({
    max: 200,
    words: SEARCH_WORDS,
    description:
      'At most 20 words, each of which must occur in the id, name, description or labels; case is ignored.',
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
