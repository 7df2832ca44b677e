import { requiredOf } from '../graph/input-specs';
import { ownValue } from '../json/json-values';
import type { GraphReading } from './graph-reading';

/**
 * The nodes that leave the graph with a file that isn't given: everything that can't do without it, up to inputs that
 * their nodes take as optional. `null` when that would take an output or a class along that nobody described: then the
 * file is required.
 */
export function optionalBranch(reading: GraphReading, loader: string): readonly string[] | null {
  const gone = new Set([loader]);
  const open = [loader];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { node, input } of reading.consumers(id)) {
      if (gone.has(node) || isOptional(reading, node, input)) continue;
      if (!reading.isDescribed(node) || reading.once(isVital, node)) return null;
      gone.add(node);
      open.push(node);
    }
  }
  gone.delete(loader);
  return [...gone];
}

function isOptional(reading: GraphReading, node: string, input: string): boolean {
  const described = reading.info && ownValue(reading.info, reading.classOf(node));
  if (!described) return false;
  return (
    !Object.hasOwn(requiredOf(described), input) &&
    described.input.optional !== undefined &&
    Object.hasOwn(described.input.optional, input)
  );
}

/** Without it nothing would be made, or something else. */
function isVital(reading: GraphReading, node: string): boolean {
  const kinds = reading.consumers(node).map((use) => reading.linkType(use.node, use.input));
  const makesResult = kinds.some((type) => /^(?:LATENT|CONDITIONING|MODEL|GUIDER)$/.test(type));
  return reading.isRoot(node) || makesResult;
}
