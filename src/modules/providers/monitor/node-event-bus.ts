import { Injectable } from '@nestjs/common';
import { type Observable, Subject } from 'rxjs';
import { Ids } from '../../../platform/clock/clock';
import { type MemoryLook, type NodeEvent, NodeEvents } from '../public/node-events';

/** Where monitors tell what their sockets say, and what they see themselves. */
@Injectable()
export class NodeEventBus extends NodeEvents {
  private readonly told = new Subject<NodeEvent>();
  private readonly looked = new Subject<MemoryLook>();
  private readonly clientIds = new Map<string, string>();
  readonly stream: Observable<NodeEvent> = this.told;
  readonly memory: Observable<MemoryLook> = this.looked;

  constructor(private readonly ids: Ids) {
    super();
  }

  clientId(providerId: string): string {
    return this.clientIds.get(providerId) ?? this.ids.uuid();
  }

  tellMemory(look: MemoryLook): void {
    this.looked.next(look);
  }

  tell(event: NodeEvent): void {
    if (event.kind === 'connected') this.clientIds.set(event.providerId, event.clientId);
    if (event.kind === 'disconnected') this.clientIds.delete(event.providerId);
    this.told.next(event);
  }
}
