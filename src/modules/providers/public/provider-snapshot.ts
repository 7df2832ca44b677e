import type { NewEvent } from '../../../platform/events/event-feed';

/** The nodes as they are now, as events of a stream that begins. */
export abstract class ProviderSnapshot {
  abstract events(): readonly NewEvent[];
}
