import { Global, Module } from '@nestjs/common';
import { EventFeed } from './event-feed';
import { EventHistoryService } from './event-history.service';
import { LiveFeedService } from './live-feed.service';
import { OutboxModule } from './outbox.module';

/** The event feed, and the streams and pages that serve it. */
@Global()
@Module({
  imports: [OutboxModule],
  providers: [EventFeed, EventHistoryService, LiveFeedService],
  exports: [EventFeed, EventHistoryService, LiveFeedService],
})
export class EventsModule {}
