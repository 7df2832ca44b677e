import { Global, Module } from '@nestjs/common';
import { EventFeed } from './event-feed';

@Global()
@Module({ providers: [EventFeed], exports: [EventFeed] })
export class EventsModule {}
