import { Incomparable } from './prompt-heap';
import { type WireObject, type WireValue, numberOf } from '../wire/json';

/** A queued prompt; `/queue` and `/history` show it as an array of five values. */
export interface QueueItem {
  /** The order: a counter, minus it for `front`, or the number that the client sent (a float then). */
  readonly number: number;
  readonly promptId: string;
  /** The validated graph, with texts converted to numbers. */
  readonly prompt: WireObject;
  readonly extraData: WireObject;
  /** Output nodes that passed validation. */
  readonly outputs: readonly string[];
}

/** The array of five values. */
export function itemTuple(item: QueueItem): WireValue[] {
  return [item.number, item.promptId, item.prompt, item.extraData, [...item.outputs]];
}

/** Order of the queue: number, then id. The same pair twice can't be compared, a known bug of the real one. */
export function comesBefore(a: QueueItem, b: QueueItem): boolean {
  const [first, second] = [numberOf(a.number) ?? 0, numberOf(b.number) ?? 0];
  if (first !== second) return first < second;
  if (a.promptId !== b.promptId) return a.promptId < b.promptId;
  throw new Incomparable(`two prompts ${a.promptId} with number ${String(first)}`);
}
