import { Injectable } from '@nestjs/common';
import { type Observable, Subject } from 'rxjs';
import { Ids } from '../../../platform/clock/clock';
import { type NodeEvent, NodeEvents } from '../public/node-events';

/** Where monitors tell what their sockets say. */
@Injectable()
export class NodeEventBus extends NodeEvents {
  private readonly told = new Subject<NodeEvent>();
  private readonly clientIds = new Map<string, string>();
  readonly stream: Observable<NodeEvent> = this.told;

  constructor(private readonly ids: Ids) {
    super();
  }

  clientId(providerId: string): string {
    return this.clientIds.get(providerId) ?? this.ids.uuid();
  }

  tell(event: NodeEvent): void {
    if (event.kind === 'connected') this.clientIds.set(event.providerId, event.clientId);
    if (event.kind === 'disconnected') this.clientIds.delete(event.providerId);
    this.told.next(event);
  }
}
