import type { EventFeed } from '../../../platform/events/event-feed';
import { eventPayload } from '../../../platform/events/event-payloads';
import { MediaEventResponse, type MediaTile } from '../dto/media-event.response';
import type { MediaAsset } from '../entities/media-asset.entity';

eventPayload('media', MediaEventResponse);

/** Publishes to the asset's owner and to admins that an asset is new, with its tile. */
export function publishMediaCreated(
  events: EventFeed,
  ownerId: MediaAsset['owner_id'],
  tile: MediaTile,
): void {
  events.publish({
    kind: 'media',
    audience: { to: 'owner', ownerId },
    data: () => ({ path: tile.path, action: 'created', records: [tile] }),
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
