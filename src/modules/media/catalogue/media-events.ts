import type { EventFeed } from '../../../platform/events/event-feed';
import { eventPayload } from '../../../platform/events/event-payloads';
import { MediaEventResponse } from '../dto/media-event.response';
import type { MediaTile } from '../dto/media.response';
import type { MediaAsset } from '../entities/media-asset.entity';

eventPayload('media', MediaEventResponse);

/** Publishes to the asset's owner and to admins what an asset's tile shows now. */
export function publishMedia(
  events: EventFeed,
  ownerId: MediaAsset['owner_id'],
  action: 'created' | 'updated',
  tile: MediaTile,
): void {
  events.publish({
    kind: 'media',
    audience: { to: 'owner', ownerId },
    data: () => ({ path: tile.path, action, records: [tile] }),
  });
}

/** Publishes to the asset's owner and to admins that an asset is gone. */
export function publishMediaDeleted(
  events: EventFeed,
  { path, owner_id: ownerId }: Pick<MediaAsset, 'path' | 'owner_id'>,
): void {
  events.publish({
    kind: 'media',
    audience: { to: 'owner', ownerId },
    data: () => ({ path, action: 'deleted' }),
  });
}
