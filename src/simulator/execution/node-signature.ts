import { createHash } from 'node:crypto';
import { classOf, inputsOf, linkOf } from '../validation/links';
import { type WireObject, type WireValue, writeJson } from '../wire/json';

/** What a class adds to its signature beyond its inputs, such as the hash of the file that it loads. */
export type Fingerprint = (nodeId: string) => WireValue;

/**
 * The key under which a node's result is cached: its class and inputs with those of all its ancestors. Node ids don't
 * count, so the same graph with other ids has the same key.
 */
export function nodeSignature(
  prompt: WireObject,
  nodeId: string,
  fingerprint: Fingerprint,
): string {
  const ancestors = orderedAncestors(prompt, nodeId);
  const order = new Map(ancestors.map((id, index) => [id, index]));
  const parts = [nodeId, ...ancestors].map((id) => immediate(prompt, id, { order, fingerprint }));
  return createHash('sha256').update(writeJson(parts)).digest('base64');
}

function immediate(
  prompt: WireObject,
  nodeId: string,
  ancestors: { order: ReadonlyMap<string, number>; fingerprint: Fingerprint },
): WireValue {
  const inputs = inputsOf(prompt, nodeId);
  const parts = [...inputs.keys()].sort().map((name): WireValue => {
    const value = inputs.get(name) ?? null;
    const link = linkOf(value);
    return link === undefined
      ? [name, value]
      : [name, ['ANCESTOR', ancestors.order.get(link.from) ?? null, link.slot]];
  });
  return [classOf(prompt, nodeId), ancestors.fingerprint(nodeId), ...parts];
}

function orderedAncestors(prompt: WireObject, nodeId: string): readonly string[] {
  const ancestorIds = new Set<string>();
  const visit = (id: string): void => {
    const inputs = inputsOf(prompt, id);
    for (const name of [...inputs.keys()].sort()) {
      const link = linkOf(inputs.get(name));
      if (link === undefined || ancestorIds.has(link.from)) continue;
      ancestorIds.add(link.from);
      visit(link.from);
    }
  };
  visit(nodeId);
  return [...ancestorIds];
}
