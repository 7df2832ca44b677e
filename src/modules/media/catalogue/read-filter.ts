import type { OwnerNames } from '../../../platform/access/owner-names';
import { parseTime } from '../../../platform/http/paging';
import type { MediaFilterDto } from '../dto/media-filter.dto';
import type { MediaFilter } from '../index/media-expression';
import type { TermKind } from '../index/index-terms';

type Term = readonly [kind: TermKind, value: string];

/** Parameters whose value is the index term of the same name. */
const PLAIN = [
  'type',
  'character',
  'project',
  'dataset',
  'prompt_id',
  'workflow',
  'provider',
  'model',
  'lora',
  'source',
] as const;

/**
 * The filter that a query stands for, apart from `collection`, which has to be looked up.
 * @param loc where the parameters are, for validation errors
 */
export function readFilter(
  query: MediaFilterDto,
  owners: Pick<OwnerNames, 'idOf'>,
  loc: readonly string[] = ['query'],
): MediaFilter {
  const { q, favourite, created_after, created_before, trashed } = query;
  const terms: Term[] = [
    ...PLAIN.flatMap((name): Term[] => termOf(name, query[name])),
    ...(query.tag ?? []).map((tag): Term => ['tag', tag]),
    ...termOf('seed', query.seed),
    ...termOf('origin', query.made_from),
    ...ratingTerm(query.min_rating),
    ...(favourite === true ? [FAVOURITE] : []),
    ...(query.untagged === true ? [UNTAGGED] : []),
    ...(query.no_character === true ? [NO_CHARACTER] : []),
    ...ownerTerm(query.owner, owners),
  ];
  const withoutTerms: Term[] = [
    ...(query.not_tag ?? []).map((tag): Term => ['tag', tag]),
    ...(favourite === false ? [FAVOURITE] : []),
  ];
  return {
    q,
    terms,
    withoutTerms,
    trashed,
    createdAfter: timeOf(created_after, [...loc, 'created_after']),
    createdBefore: timeOf(created_before, [...loc, 'created_before']),
  };
}

const FAVOURITE: Term = ['favourite', 'true'];
const UNTAGGED: Term = ['none', 'tag'];
const NO_CHARACTER: Term = ['none', 'character'];

/** `*` stands for all, so it doesn't narrow. */
const ownerTerm = (owner: string | undefined, owners: Pick<OwnerNames, 'idOf'>): Term[] =>
  owner === undefined || owner === '*' ? [] : termOf('owner', owners.idOf(owner));

/** 0 is the lowest rating: it doesn't narrow. */
const ratingTerm = (least: number | undefined): Term[] =>
  least === 0 ? [] : termOf('rating', least);

const timeOf = (text: string | undefined, loc: readonly string[]): number | undefined =>
  text === undefined ? undefined : parseTime(text, loc);

const termOf = (kind: TermKind, value: string | number | boolean | undefined): Term[] =>
  value === undefined ? [] : [[kind, String(value)]];
