import { type WireObject, type WireValue, numberOf } from '../wire/json';

/** A link to an output of another node. */
export interface Link {
  readonly from: string;
  readonly slot: number;
}

/** Reads `["4", 0]`; `undefined` for everything that isn't a link. */
export function linkOf(value: WireValue | undefined): Link | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [from, slot] = [value[0], numberOf(value[1])];
  return typeof from === 'string' && slot !== undefined ? { from, slot } : undefined;
}

/** The inputs of a node of the graph. Only for graphs that passed validation. */
export function inputsOf(prompt: WireObject, nodeId: string): WireObject {
  const node = prompt.get(nodeId);
  const inputs = node instanceof Map ? node.get('inputs') : undefined;
  return inputs instanceof Map ? inputs : new Map<string, WireValue>();
}

export function classOf(prompt: WireObject, nodeId: string): string {
  const node = prompt.get(nodeId);
  const name = node instanceof Map ? node.get('class_type') : undefined;
  return typeof name === 'string' ? name : '';
}
