import { PageQuery } from '../../../../platform/http/paging';
import { QueryStr } from '../../../../platform/validation/query-fields';

/** `GET /api/prompts`. */
export class PromptsQuery extends PageQuery {
  @QueryStr({
    max: 1000,
    description: 'Words, or parts of words, that the prompt has: all of them, in any order.',
    example: 'red fox',
  })
  q?: string;
}
