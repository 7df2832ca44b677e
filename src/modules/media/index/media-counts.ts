import { labelsOf, type MediaItem } from './media-item';

/** Values that are counted for facets, and the total. */
export const FACET_KINDS = [
  'type',
  'project',
  'tag',
  'character',
  'workflow',
  'model',
  'lora',
  'rating',
] as const;
export type FacetKind = (typeof FACET_KINDS)[number];
/** `all` counts every asset, `revision` every change of an owner's library. */
export type CountKind = FacetKind | 'all' | 'revision';

/** What an asset adds to its owner's counts: nothing in the trash. */
export function countedValues(item: MediaItem): [CountKind, string][] {
  const { asset } = item;
  if (asset.trashed_at !== null) return [];
  const { project, workflow } = asset;
  return [
    ['all', ''],
    ['type', asset.type],
    ['rating', String(asset.rating)],
    ...(project === null ? [] : [['project', project] as [CountKind, string]]),
    ...(workflow === null ? [] : [['workflow', workflow] as [CountKind, string]]),
    ...(['tag', 'character', 'model', 'lora'] as const).flatMap((kind) =>
      labelsOf(item, kind).map((value): [CountKind, string] => [kind, value]),
    ),
  ];
}

/** Quarters of an hour in a day. */
export const QUARTERS_PER_DAY = 96;
const MS_PER_QUARTER = 900_000;

/** The day in UTC and the quarter of an hour in which an asset was made. */
export function quarterOf(position: number): { readonly day: string; readonly quarter: number } {
  const ms = Math.floor(position / 1000);
  const day = new Date(ms).toISOString().slice(0, 10);
  return { day, quarter: Math.floor(ms / MS_PER_QUARTER) % QUARTERS_PER_DAY };
}
