import { Injectable } from '@nestjs/common';
import { type Observable, Subject } from 'rxjs';
import { Ids } from '../../../platform/clock/clock';
import { type MemorySample, type NodeEvent, NodeEvents } from '../public/node-events';

/** Publishes events of nodes' sockets, and memory samples. */
@Injectable()
export class NodeEventsService implements NodeEvents {
  private readonly events = new Subject<NodeEvent>();
  private readonly samples = new Subject<MemorySample>();
  private readonly clientIds = new Map<string, string>();
  readonly stream: Observable<NodeEvent> = this.events;
  readonly memory: Observable<MemorySample> = this.samples;

  constructor(private readonly ids: Ids) {}

  clientId(providerId: string): string {
    return this.clientIds.get(providerId) ?? this.ids.uuid();
  }

  publishMemory(sample: MemorySample): void {
    this.samples.next(sample);
  }

  publish(event: NodeEvent): void {
    if (event.kind === 'connected') this.clientIds.set(event.providerId, event.clientId);
    if (event.kind === 'disconnected') this.clientIds.delete(event.providerId);
    this.events.next(event);
  }
}
