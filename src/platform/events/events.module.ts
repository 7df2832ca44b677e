import { Global, Module } from '@nestjs/common';
import { EventFeed } from './event-feed';
import { EventHistoryService } from './event-history.service';
import { EventWait } from './event-wait';
import { LiveFeedService } from './live-feed.service';
import { OutboxModule } from './outbox.module';

/** The event feed, and the streams and pages that serve it. */
@Global()
@Module({
  imports: [OutboxModule],
  providers: [EventFeed, EventHistoryService, EventWait, LiveFeedService],
  exports: [EventFeed, EventHistoryService, EventWait, LiveFeedService],
})
export class EventsModule {}
