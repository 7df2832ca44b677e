import type { EventFeed } from '../../../platform/events/event-feed';
import { eventPayload } from '../../../platform/events/event-payloads';
import { MediaEventResponse } from '../dto/media-event.response';
import type { MediaAsset } from '../entities/media-asset.entity';

eventPayload('media', MediaEventResponse);

/** Publishes an event of kind `media` to the asset's owner and to admins. */
export function publishMediaEvent(
  events: EventFeed,
  action: 'created' | 'deleted',
  { path, owner_id }: Pick<MediaAsset, 'path' | 'owner_id'>,
): void {
  events.publish({
    kind: 'media',
    audience: { to: 'owner', ownerId: owner_id },
    data: () => ({ path, action }),
  });
}
