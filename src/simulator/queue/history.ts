import { itemTuple, type QueueItem } from './queue-item';
import type { WireObject, WireValue } from '../wire/json';

/** How a prompt ended. */
export interface PromptOutcome {
  readonly succeeded: boolean;
  /** Pairs of event name and data: execution_start, execution_cached, and how it ended. */
  readonly messages: readonly (readonly [event: string, data: WireObject])[];
  /** Outputs of the output nodes, by node id. */
  readonly outputs: WireObject;
  readonly meta: WireObject;
}

const MAXIMUM_SIZE = 10_000;

/** Finished prompts, oldest first. A repeated id overwrites its entry in place. */
export class History {
  private readonly entries = new Map<string, WireObject>();

  record(item: QueueItem, outcome: PromptOutcome): void {
    const oldest = this.entries.keys().next();
    if (this.entries.size > MAXIMUM_SIZE && oldest.done !== true) this.entries.delete(oldest.value);
    const status: WireObject = new Map<string, WireValue>([
      ['status_str', outcome.succeeded ? 'success' : 'error'],
      ['completed', outcome.succeeded],
      ['messages', outcome.messages.map(([event, data]) => [event, data])],
    ]);
    this.entries.set(
      item.promptId,
      new Map<string, WireValue>([
        ['prompt', itemTuple(item)],
        ['outputs', outcome.outputs],
        ['status', status],
        ['meta', outcome.meta],
      ]),
    );
  }

  get(promptId: string): WireObject | undefined {
    return this.entries.get(promptId);
  }

  all(): ReadonlyMap<string, WireObject> {
    return this.entries;
  }

  /** `maxItems` entries from the `offset`-th oldest; without an offset the last ones. */
  page(maxItems: number | undefined, offset: number): WireObject {
    const entries = [...this.entries];
    if (maxItems === undefined) return new Map(entries.slice(Math.max(0, offset)));
    const start = offset < 0 ? entries.length - maxItems : offset;
    // The real one checks the count after adding an entry, so there is always one.
    return new Map(entries.slice(Math.max(0, start)).slice(0, Math.max(1, maxItems)));
  }

  delete(promptId: string): void {
    this.entries.delete(promptId);
  }

  clear(): void {
    this.entries.clear();
  }
}
