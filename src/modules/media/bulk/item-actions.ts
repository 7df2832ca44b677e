import type { Decide } from '../catalogue/media-changes.repository';
import { withMetadata } from '../catalogue/media-metadata';
import { MAX_LABELS } from '../dto/media-metadata.dto';
import { labelsOf, type MediaItem } from '../index/media-item';
import { fieldChanges } from '../undo/item-fields';

/** Changes of metadata; an absent one leaves the field. */
export interface MetadataChange {
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
  readonly character_ids?: string[];
  readonly included_in_training_dataset?: boolean;
  readonly favourite?: boolean;
  readonly rating?: number;
}

/** What can be done to several media at once. */
export type ItemAction =
  | { readonly kind: 'delete' | 'restore' | 'purge' }
  | { readonly kind: 'update'; readonly change: MetadataChange };

/** What an action makes of an item. @param now ISO 8601 */
export function decisionOf(action: ItemAction, now: string): Decide {
  switch (action.kind) {
    case 'delete':
      return (item) => (isTrashed(item) ? 'media_not_found' : withTrashedAt(item, now));
    case 'restore':
      return (item) => (isTrashed(item) ? withTrashedAt(item, null) : item);
    case 'purge':
      return (item) => (isTrashed(item) ? null : 'not_trashed');
    case 'update':
      return (item) => (isTrashed(item) ? 'media_not_found' : changed(item, action.change));
  }
}

/** Whether an action is about what is in the trash. */
export const isAboutTrash = ({ kind }: ItemAction): boolean =>
  kind === 'restore' || kind === 'purge';

const isTrashed = ({ asset }: MediaItem): boolean => asset.trashed_at !== null;

const withTrashedAt = (item: MediaItem, trashed_at: string | null): MediaItem => ({
  ...item,
  asset: { ...item.asset, trashed_at },
});

/** The same item if nothing changes. */
function changed(
  item: MediaItem,
  { add_tags = [], remove_tags = [], ...fields }: MetadataChange,
): MediaItem | 'too_many_tags' {
  const removed = new Set(remove_tags);
  const tags = [...new Set([...labelsOf(item, 'tag'), ...add_tags])].filter(
    (tag) => !removed.has(tag),
  );
  if (tags.length > MAX_LABELS) return 'too_many_tags';
  const after = withMetadata(item, { ...fields, tags });
  return Object.keys(fieldChanges(item, after)).length === 0 ? item : after;
}
