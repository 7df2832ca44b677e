import { Global, Module } from '@nestjs/common';
import { Ids } from '../clock/clock';
import { DatabaseModule } from '../database/database.module';
import { EventIdKeyEntity } from './event-id-key.entity';
import { EventIds, KEY_BYTES } from './event-ids';
import { Outbox, OutboxReader } from './outbox';
import { OutboxEventEntity } from './outbox-event.entity';
import { OutboxRepository } from './outbox.repository';

/** Stored events. */
@Global()
@Module({
  imports: [DatabaseModule.forFeature([OutboxEventEntity, EventIdKeyEntity])],
  providers: [
    Outbox,
    OutboxReader,
    OutboxRepository,
    {
      provide: EventIds,
      inject: [OutboxRepository, Ids],
      useFactory: async (rows: OutboxRepository, ids: Ids) =>
        new EventIds(await rows.idKey(ids.token(KEY_BYTES)), ids),
    },
  ],
  exports: [Outbox, OutboxReader, OutboxRepository, EventIds],
})
export class OutboxModule {}
