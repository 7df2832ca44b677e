import { isDeepStrictEqual } from 'node:util';
import { withMetadata } from '../catalogue/media-metadata';
import { labelsOf, type MediaItem } from '../index/media-item';

/** The fields that people change. */
interface ItemFields {
  readonly description: string;
  readonly tags: readonly string[];
  readonly character_ids: readonly string[];
  readonly included_in_training_dataset: boolean;
  readonly favourite: boolean;
  readonly rating: number;
  readonly trashed_at: string | null;
}

type FieldName = keyof ItemFields;

/** The changed fields of an item: their values before and after. */
export type FieldChanges = Partial<Record<FieldName, readonly [before: unknown, after: unknown]>>;

function fieldsOf(item: MediaItem): ItemFields {
  const { asset } = item;
  return {
    description: asset.description,
    tags: labelsOf(item, 'tag').sort(),
    character_ids: labelsOf(item, 'character').sort(),
    included_in_training_dataset: asset.included_in_training_dataset,
    favourite: asset.favourite,
    rating: asset.rating,
    trashed_at: asset.trashed_at,
  };
}

export function fieldChanges(before: MediaItem, after: MediaItem): FieldChanges {
  const [old, current] = [fieldsOf(before), fieldsOf(after)];
  const names = Object.keys(old) as FieldName[];
  const changed = names.filter((name) => !isDeepStrictEqual(old[name], current[name]));
  return Object.fromEntries(changed.map((name) => [name, [old[name], current[name]]]));
}

/** The item as it was before the changes; `null` if one of those fields was changed again since. */
export function withoutChanges(item: MediaItem, changes: FieldChanges): MediaItem | null {
  const current = fieldsOf(item);
  const entries = Object.entries(changes) as [FieldName, readonly [unknown, unknown]][];
  if (entries.some(([name, [, after]]) => !isDeepStrictEqual(current[name], after))) return null;
  const values = Object.fromEntries(entries.map(([name, [before]]) => [name, before]));
  const { trashed_at, tags, character_ids, ...fields } = values as Partial<ItemFields>;
  const restored = withMetadata(item, {
    ...fields,
    ...(tags ? { tags: [...tags] } : {}),
    ...(character_ids ? { character_ids: [...character_ids] } : {}),
  });
  if (trashed_at === undefined) return restored;
  return { ...restored, asset: { ...restored.asset, trashed_at } };
}
