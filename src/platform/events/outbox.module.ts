import { Global, Module } from '@nestjs/common';
import { DatabaseModule } from '../database/database.module';
import { EventIdKeyEntity } from './event-id-key.entity';
import { Outbox, OutboxReader } from './outbox';
import { OutboxEventEntity } from './outbox-event.entity';
import { OutboxRepository } from './outbox.repository';
import { OutboxSweep } from './outbox-sweep';

/** Stored events. */
@Global()
@Module({
  imports: [DatabaseModule.forFeature([OutboxEventEntity, EventIdKeyEntity])],
  providers: [Outbox, OutboxReader, OutboxRepository, OutboxSweep],
  exports: [Outbox, OutboxReader, OutboxRepository],
})
export class OutboxModule {}
