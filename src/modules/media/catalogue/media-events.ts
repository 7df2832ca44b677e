import { type EventFeed, resyncFor } from '../../../platform/events/event-feed';
import { eventPayload } from '../../../platform/events/event-payloads';
import { MediaEventResponse, type MediaEventAction } from '../dto/media-event.response';
import type { MediaTile } from '../dto/media.response';
import type { MediaAsset } from '../entities/media-asset.entity';

eventPayload('media', MediaEventResponse);

/** What a single event names; readers load again after a larger change. */
const MAX_RECORDS = 200;

/** Publishes to the asset's owner and to admins what an asset's tile shows now. */
export function publishMedia(
  events: EventFeed,
  ownerId: MediaAsset['owner_id'],
  action: 'created' | 'updated' | 'restored',
  tile: MediaTile,
): void {
  publishMediaChanges(events, ownerId, { action, paths: [tile.path], records: [tile] });
}

/** Publishes a change of several assets of one owner. `records` is empty where they are gone. */
export function publishMediaChanges(
  events: EventFeed,
  ownerId: MediaAsset['owner_id'],
  {
    action,
    paths,
    records,
  }: {
    readonly action: MediaEventAction;
    readonly paths: readonly string[];
    readonly records: readonly MediaTile[];
  },
): void {
  const audience = { to: 'owner', ownerId } as const;
  if (paths.length > MAX_RECORDS) {
    events.publish(resyncFor(audience));
    return;
  }
  const [path] = paths;
  const data = {
    ...(paths.length === 1 ? { path } : { paths }),
    action,
    ...(records.length === 0 ? {} : { records }),
  };
  events.publish({ kind: 'media', audience, data: () => data });
}
