import { Global, Module } from '@nestjs/common';
import { EventFeed } from './event-feed';
import { LiveFeedService } from './live-feed.service';
import { OutboxModule } from './outbox.module';

/** The event feed, and the streams that serve it. */
@Global()
@Module({
  imports: [OutboxModule],
  providers: [EventFeed, LiveFeedService],
  exports: [EventFeed, LiveFeedService],
})
export class EventsModule {}
