import { Injectable } from '@nestjs/common';
import { EventFeed } from '../../../platform/events/event-feed';
import type { MediaAsset } from '../entities/media-asset.entity';

/** Tells owners and admins what comes and goes (event kind `media`). */
@Injectable()
export class MediaEvents {
  constructor(private readonly feed: EventFeed) {}

  publish(
    action: 'created' | 'deleted',
    { path, owner_id }: Pick<MediaAsset, 'path' | 'owner_id'>,
  ): void {
    this.feed.publish({
      kind: 'media',
      audience: { to: 'owner', ownerId: owner_id },
      data: () => ({ path, action }),
    });
  }
}
