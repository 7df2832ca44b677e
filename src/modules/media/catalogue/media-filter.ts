import type { OwnerNames } from '../../../platform/access/owner-names';
import type { MediaQuery } from '../dto/media-query.dto';
import type { MediaFilter } from './media-list.repository';
import { searchWords } from './search-words';

const SAME_NAME = ['type', 'project', 'prompt_id', 'tag', 'character', 'dataset'] as const;

/** The filter of a query; absent parameters are absent keys. */
export function readFilter(query: MediaQuery, owners: Pick<OwnerNames, 'idOf'>): MediaFilter {
  const given = SAME_NAME.filter((name) => query[name] !== undefined);
  return {
    ...Object.fromEntries(given.map((name) => [name, query[name]])),
    ...(query.owner === undefined ? {} : { owner_id: owners.idOf(query.owner) }),
    ...(query.q === undefined ? {} : { words: searchWords(query.q) }),
  };
}
