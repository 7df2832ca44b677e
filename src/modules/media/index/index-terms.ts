import { createHash } from 'node:crypto';
import type { LabelKind } from '../entities/media-label.entities';
import type { MediaItem } from './media-item';
import { indexWords, MAX_WORDS } from './index-words';

/**
 * What the index finds an asset by, apart from its words. `state` is `live` or `trashed`; `rating` is each number up to
 * the asset's own; `none` names what it has none of.
 */
export type TermKind =
  | LabelKind
  | 'state'
  | 'owner'
  | 'type'
  | 'project'
  | 'prompt_id'
  | 'workflow'
  | 'provider'
  | 'source'
  | 'seed'
  | 'favourite'
  | 'rating'
  | 'none'
  | 'origin'
  | 'collection';

/** Version of the words and terms below: raise it when they change, and the next start rebuilds the index. */
export const INDEX_VERSION = 2;

/** Terms begin alike, so that SQLite's index of each length of beginnings holds one entry for all of them. */
const PREFIX = 't'.repeat(13);
const HASH_LETTERS = 20;
/** Between the texts of an asset, so that a phrase doesn't go from one into the next. */
const BREAK = 'u';

/** The index term of a value; values of any length and script become a short hash. */
export function indexTerm(kind: TermKind, value: string): string {
  const hash = createHash('sha256').update(`${kind}\0${value}`).digest('hex');
  return PREFIX + hash.slice(0, HASH_LETTERS);
}

/** The owner of an asset as a value; empty without one. */
export const ownerKey = (ownerId: string | null): string => ownerId ?? '';

/** All words and terms of an asset, as its entry in the index. */
export function indexEntry(item: MediaItem): string {
  const terms = termsOf(item).map(([kind, value]) => indexTerm(kind, value));
  const words: string[] = [];
  for (const text of textsOf(item)) {
    if (words.length >= MAX_WORDS) break;
    words.push(BREAK, ...indexWords(text));
  }
  return [...terms, ...words.slice(0, MAX_WORDS)].join(' ');
}

/** Whether two states of an asset have the same entry; quicker than to compare the entries. */
export function haveSameEntry(a: MediaItem, b: MediaItem): boolean {
  const [first, second] = [a, b].map((item) => [...termsOf(item).flat(), ...textsOf(item)]);
  return (
    first?.length === second?.length && first?.every((part, at) => part === second?.[at]) === true
  );
}

function termsOf({ asset, labels, origins, collections }: MediaItem): [TermKind, string][] {
  return [
    ['state', asset.trashed_at === null ? 'live' : 'trashed'],
    ['owner', ownerKey(asset.owner_id)],
    ['type', asset.type],
    ['source', asset.source],
    ...optional('project', asset.project),
    ...optional('prompt_id', asset.prompt_id),
    ...optional('workflow', asset.workflow),
    ...optional('provider', asset.provider),
    ...optional('seed', asset.seed === null ? null : String(asset.seed)),
    ...optional('favourite', asset.favourite ? 'true' : null),
    ...Array.from({ length: asset.rating }, (_, index): [TermKind, string] => [
      'rating',
      String(index + 1),
    ]),
    ...(['tag', 'character'] as const)
      .filter((kind) => labels.every((label) => label.kind !== kind))
      .map((kind): [TermKind, string] => ['none', kind]),
    ...labels.map(({ kind, value }): [TermKind, string] => [kind, value]),
    ...origins.map((path): [TermKind, string] => ['origin', path]),
    ...collections.map((id): [TermKind, string] => ['collection', id]),
  ];
}

const optional = (kind: TermKind, value: string | null): [TermKind, string][] =>
  value === null ? [] : [[kind, value]];

/** The long ones last, because the words of an entry are limited. */
function textsOf({ asset, labels }: MediaItem): string[] {
  const { name, description, prompt, workflow } = asset;
  const texts = labels.filter(({ kind }) => kind === 'tag' || kind === 'character');
  return [name, workflow ?? '', ...texts.map(({ value }) => value), prompt ?? '', description];
}
