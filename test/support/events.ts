import { randomBytes } from 'node:crypto';
import type { Clock } from '../../src/platform/clock/clock';
import { SystemIds } from '../../src/platform/clock/clock';
import { EventFeed } from '../../src/platform/events/event-feed';
import { EventIds, KEY_BYTES } from '../../src/platform/events/event-ids';
import type { NewOutboxEvent, Outbox, OutboxReader } from '../../src/platform/events/outbox';
import { ManualClock } from './manual-clock';

/** Ids with a key of their own. */
export const eventIds = (): EventIds =>
  new EventIds(randomBytes(KEY_BYTES).toString('base64url'), new SystemIds());

/** A feed in front of an outbox that stays empty. */
export function liveFeed(clock: Clock = new ManualClock()): EventFeed {
  const reader: Pick<OutboxReader, 'after' | 'newest' | 'onAppended'> = {
    after: () => Promise.resolve([]),
    newest: () => Promise.resolve(0),
    onAppended: () => () => undefined,
  };
  return new EventFeed(reader as OutboxReader, eventIds(), clock);
}

/** An outbox that only collects what is to be stored. */
export function collectingOutbox(): { readonly outbox: Outbox; readonly events: NewOutboxEvent[] } {
  const events: NewOutboxEvent[] = [];
  const add = (event: NewOutboxEvent): Promise<void> => {
    events.push(event);
    return Promise.resolve();
  };
  const lock = (): Promise<void> => Promise.resolve();
  return { outbox: { add, lock } as unknown as Outbox, events };
}
