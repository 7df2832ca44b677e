import type { MediaFilter, MediaSort } from '../../api/media';

/** What the gallery shows, as its address says it. */
export interface GallerySearch {
  readonly q?: string;
  readonly type?: 'image' | 'video' | 'audio' | 'file';
  readonly character?: string;
  readonly no_character?: true;
  readonly tag?: readonly string[];
  readonly not_tag?: readonly string[];
  readonly untagged?: true;
  readonly workflow?: string;
  readonly model?: string;
  readonly lora?: string;
  readonly provider?: string;
  readonly source?: 'generated' | 'uploaded' | 'derived';
  readonly min_rating?: number;
  readonly favourite?: true;
  /** First and last day, `2026-01-31`, in the reader's time zone. */
  readonly from?: string;
  readonly to?: string;
  readonly collection?: string;
  readonly project?: string;
  readonly prompt_id?: string;
  readonly made_from?: string;
  readonly seed?: number;
  readonly trashed?: true;
  readonly sort?: Exclude<MediaSort, 'created_at'>;
  /** Near duplicates in place of the grid. */
  readonly show?: 'duplicates';
  /** Path of the item that the details are about. */
  readonly item?: string;
  /** Path of the item that the grid opens at. */
  readonly around?: string;
}

const TYPES = ['image', 'video', 'audio', 'file'] as const;
const SOURCES = ['generated', 'uploaded', 'derived'] as const;
const SORTS = ['rating', 'name', 'size'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The API refuses a list of more tags. */
const MAX_TAGS_IN_FILTER = 20;

const text = (value: unknown) =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined;
const oneOf = <T extends string>(value: unknown, allowed: readonly T[]) =>
  allowed.find((item) => item === value);
const flag = (value: unknown) => (value === true || value === 'true' ? true : undefined);
const day = (value: unknown) =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
const whole = (value: unknown, min: number, max: number) => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
    ? number
    : undefined;
};
const tagList = (value: unknown) => {
  const tags = (Array.isArray(value) ? value : [value]).map(text).filter((item) => item != null);
  return tags.length > 0 ? [...new Set(tags)].slice(0, MAX_TAGS_IN_FILTER) : undefined;
};

/** Reads the address. What it doesn't understand is left out. */
export function parseSearch(search: Readonly<Record<string, unknown>>): GallerySearch {
  return withoutUnset<GallerySearch>({
    q: text(search.q),
    type: oneOf(search.type, TYPES),
    character: text(search.character),
    no_character: flag(search.no_character),
    tag: tagList(search.tag),
    not_tag: tagList(search.not_tag),
    untagged: flag(search.untagged),
    workflow: text(search.workflow),
    model: text(search.model),
    lora: text(search.lora),
    provider: text(search.provider),
    source: oneOf(search.source, SOURCES),
    min_rating: whole(search.min_rating, 1, 5),
    favourite: flag(search.favourite),
    from: day(search.from),
    to: day(search.to),
    collection: text(search.collection),
    project: text(search.project),
    prompt_id: text(search.prompt_id),
    made_from: text(search.made_from),
    seed: whole(search.seed, 0, Number.MAX_SAFE_INTEGER),
    trashed: flag(search.trashed),
    sort: oneOf(search.sort, SORTS),
    show: oneOf(search.show, ['duplicates'] as const),
    item: text(search.item),
    around: text(search.around),
  });
}

/** The object without its undefined fields. */
export function withoutUnset<T extends object>(value: T): T {
  return Object.fromEntries(
    Object.entries(value).filter(([, item]) => item !== undefined),
  ) as unknown as T;
}

/** Start of a day in the reader's time zone, some days later. */
function dayStart(iso: string, plusDays = 0): string {
  const [year = 0, month = 1, date = 1] = iso.split('-').map(Number);
  return new Date(year, month - 1, date + plusDays).toISOString();
}

/** Fields of the address that `GET /api/media` has under another name or not among its filters. */
const NOT_API_FILTERS = ['from', 'to', 'sort', 'show', 'item', 'around'];

/** The filters of `GET /api/media` for what the address asks for. */
export function toFilter(search: GallerySearch): MediaFilter {
  const { from, to, tag, not_tag: notTag } = search;
  const sameInApi = Object.entries(search).filter(([field]) => !NOT_API_FILTERS.includes(field));
  return withoutUnset<MediaFilter>({
    ...Object.fromEntries(sameInApi),
    ...(tag && { tag: [...tag] }),
    ...(notTag && { not_tag: [...notTag] }),
    ...(from !== undefined && { created_after: dayStart(from) }),
    ...(to !== undefined && { created_before: dayStart(to, 1) }),
  });
}

/** The groups that filters are chosen in, each with its fields of the address. */
export const FILTER_FIELDS = {
  type: ['type'],
  character: ['character', 'no_character'],
  tag: ['tag', 'not_tag', 'untagged'],
  workflow: ['workflow'],
  rating: ['min_rating', 'favourite'],
  date: ['from', 'to'],
  collection: ['collection'],
  model: ['model'],
  lora: ['lora'],
  source: ['source'],
  trash: ['trashed'],
  other: ['provider', 'project', 'prompt_id', 'made_from', 'seed'],
} as const satisfies Record<string, readonly (keyof GallerySearch)[]>;

export type FilterGroup = keyof typeof FILTER_FIELDS;
export const FILTER_GROUPS = Object.keys(FILTER_FIELDS) as FilterGroup[];

/** Whether something of a group is chosen. */
export const isChosen = (search: GallerySearch, group: FilterGroup): boolean =>
  FILTER_FIELDS[group].some((field) => search[field] !== undefined);

/** How many groups have something chosen. */
export const countFilters = (search: GallerySearch): number =>
  FILTER_GROUPS.filter((group) => isChosen(search, group)).length;

/** The address without what is chosen in a group. */
export function withoutGroup(search: GallerySearch, group: FilterGroup): GallerySearch {
  const fields: readonly string[] = FILTER_FIELDS[group];
  return Object.fromEntries(Object.entries(search).filter(([field]) => !fields.includes(field)));
}

/** The address without words and filters. */
export const withoutFilters = ({ sort }: GallerySearch): GallerySearch => withoutUnset({ sort });

/** What a click on a tag does: without it, then with it, then those that don't have it. */
export function nextTagState(search: GallerySearch, tag: string): GallerySearch {
  const without = (tags: readonly string[] | undefined) => {
    const rest = (tags ?? []).filter((item) => item !== tag);
    return rest.length > 0 ? rest : undefined;
  };
  const next = { ...search, untagged: undefined };
  if (search.tag?.includes(tag))
    return withoutUnset({
      ...next,
      tag: without(search.tag),
      not_tag: [...(search.not_tag ?? []), tag],
    });
  if (search.not_tag?.includes(tag))
    return withoutUnset({ ...next, not_tag: without(search.not_tag) });
  return withoutUnset({ ...next, tag: [...(search.tag ?? []), tag] });
}

/** Days of the calendar for quick choices. */
export function daysBack(days: number, now = new Date()): string {
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
});
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** `Today`, `Yesterday`, `Thursday` within a week, `12 March` within a year, else `12 March 2025`. */
export function dayLabel(iso: string, now = new Date()): string {
  if (iso === daysBack(0, now)) return 'Today';
  if (iso === daysBack(1, now)) return 'Yesterday';
  const [year = 0, month = 1, date = 1] = iso.split('-').map(Number);
  const then = new Date(year, month - 1, date);
  if (iso > daysBack(7, now) && iso < daysBack(0, now)) return WEEKDAY.format(then);
  return (year === now.getFullYear() ? DAY_OF_YEAR : DATE).format(then);
}

/** Thumbnails that the service has ready. */
const THUMBNAIL_SIZES = [256, 512, 1024] as const;

/** The address of a thumbnail for a tile of this many CSS pixels. */
export function thumbnailFor(url: string, longestSide: number, pixelRatio: number): string {
  const wanted = longestSide * pixelRatio;
  // A tenth too few pixels isn't seen, and halves what is loaded.
  const size = THUMBNAIL_SIZES.find((pixels) => pixels * 1.1 >= wanted) ?? 1024;
  return url.replace(/thumbnail=\d+/, `thumbnail=${size}`);
}

/** The values that several items share, and `null` where they differ. */
export function shared<T, Value>(items: readonly T[], read: (item: T) => Value): Value | null {
  const [first, ...rest] = items.map(read);
  const key = JSON.stringify(first);
  return first !== undefined && rest.every((value) => JSON.stringify(value) === key) ? first : null;
}

/** The tags that all of these have. */
export function sharedTags(items: readonly { readonly tags: readonly string[] }[]): string[] {
  const [first, ...rest] = items;
  return first === undefined
    ? []
    : first.tags.filter((tag) => rest.every(({ tags }) => tags.includes(tag)));
}
