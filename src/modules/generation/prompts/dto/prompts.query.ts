import { PageQuery } from '../../../../platform/http/paging';
import { SEARCH_WORDS } from '../../../../platform/search-text';
import { QueryStr } from '../../../../platform/validation/query-fields';

/** `GET /api/prompts`. */
export class PromptsQuery extends PageQuery {
  @QueryStr({
    max: 1000,
    words: SEARCH_WORDS,
    description:
      'Words, or parts of words, that the prompt has: all of them, in any order; at most 20.',
    example: 'red fox',
  })
  q?: string;
}
