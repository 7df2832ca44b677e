import { eventPayload } from '../../../platform/events/event-payloads';
import { type Outbox, resyncFor } from '../../../platform/events/outbox';
import { MediaEventResponse, type MediaEventAction } from '../dto/media-event.response';
import type { MediaTile } from '../dto/media.response';
import type { MediaAsset } from '../entities/media-asset.entity';

eventPayload('media', MediaEventResponse);

/** What a single event names; readers load again after a larger change. */
export const MAX_RECORDS = 200;

/** Stores an event for the asset's owner and admins: what the asset's tile shows now. */
export async function storeMediaEvent(
  outbox: Outbox,
  ownerId: MediaAsset['owner_id'],
  action: 'created' | 'updated' | 'restored',
  tile: MediaTile,
): Promise<void> {
  await storeMediaChanges(outbox, ownerId, { action, paths: [tile.path], records: [tile] });
}

/** Stores an event about several assets of one owner. `records` is empty where they are gone. */
export async function storeMediaChanges(
  outbox: Outbox,
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
): Promise<void> {
  if (paths.length === 0) return;
  if (paths.length > MAX_RECORDS) {
    await outbox.add(resyncFor(ownerId));
    return;
  }
  const [path] = paths;
  const data = {
    ...(paths.length === 1 ? { path } : { paths }),
    action,
    ...(records.length === 0 ? {} : { records }),
  };
  await outbox.add({ kind: 'media', audience: { to: 'owner', ownerId }, data: () => data });
}
