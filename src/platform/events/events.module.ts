import { Global, Module } from '@nestjs/common';
import { EventFeed } from './event-feed';
import { LiveFeedService } from './live-feed.service';

/** The feed of everything that happens, and its door for event streams. */
@Global()
@Module({ providers: [EventFeed, LiveFeedService], exports: [EventFeed, LiveFeedService] })
export class EventsModule {}
