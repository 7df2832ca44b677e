import type { Type } from '@nestjs/common';
import type { EventKind } from './event-kinds';

interface EventPayload {
  readonly type: Type;
  readonly isArray: boolean;
}

const payloads = new Map<EventKind, EventPayload>();

/** Documents the data of events of a kind. Call it at import, in the file that publishes them. */
export function eventPayload(kind: EventKind, type: Type, { isArray = false } = {}): void {
  payloads.set(kind, { type, isArray });
}

/** The documented data, by kind, sorted: the OpenAPI document must not depend on the order of imports. */
export const eventPayloads = (): ReadonlyMap<EventKind, EventPayload> =>
  new Map([...payloads].sort(([a], [b]) => (a < b ? -1 : 1)));
