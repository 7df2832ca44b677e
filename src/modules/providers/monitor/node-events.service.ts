import { Injectable } from '@nestjs/common';
import { type Observable, Subject } from 'rxjs';
import { Ids } from '../../../platform/clock/clock';
import { type MemorySample, type NodeEvent, NodeEvents } from '../public/node-events';

/** Where monitors tell what their sockets say, and what they see themselves. */
@Injectable()
export class NodeEventsService extends NodeEvents {
  private readonly told = new Subject<NodeEvent>();
  private readonly looked = new Subject<MemorySample>();
  private readonly clientIds = new Map<string, string>();
  readonly stream: Observable<NodeEvent> = this.told;
  readonly memory: Observable<MemorySample> = this.looked;

  constructor(private readonly ids: Ids) {
    super();
  }

  clientId(providerId: string): string {
    return this.clientIds.get(providerId) ?? this.ids.uuid();
  }

  publishMemory(look: MemorySample): void {
    this.looked.next(look);
  }

  publish(event: NodeEvent): void {
    if (event.kind === 'connected') this.clientIds.set(event.providerId, event.clientId);
    if (event.kind === 'disconnected') this.clientIds.delete(event.providerId);
    this.told.next(event);
  }
}
