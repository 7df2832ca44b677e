import { Global, Module } from '@nestjs/common';
import { EventFeed } from './event-feed';
import { LiveFeed } from './live-feed.service';

/** The feed of everything that happens, and its door for event streams. */
@Global()
@Module({ providers: [EventFeed, LiveFeed], exports: [EventFeed, LiveFeed] })
export class EventsModule {}
