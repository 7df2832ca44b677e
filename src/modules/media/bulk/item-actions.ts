import type { Decide } from '../catalogue/media-changes.repository';
import type { MediaItem } from '../index/media-item';

/** What can be done to several media at once. */
export type MediaAction = 'delete' | 'restore' | 'purge';

/** What an action makes of an item. @param now ISO 8601 */
export function decisionOf(action: MediaAction, now: string): Decide {
  switch (action) {
    case 'delete':
      return (item) => (isTrashed(item) ? 'media_not_found' : withTrashedAt(item, now));
    case 'restore':
      return (item) => (isTrashed(item) ? withTrashedAt(item, null) : item);
    case 'purge':
      return (item) => (isTrashed(item) ? null : 'not_trashed');
  }
}

const isTrashed = ({ asset }: MediaItem): boolean => asset.trashed_at !== null;

const withTrashedAt = (item: MediaItem, trashed_at: string | null): MediaItem => ({
  ...item,
  asset: { ...item.asset, trashed_at },
});
