import { createHash } from 'node:crypto';
import type { ComfyGraph, ComfyNode, ObjectInfo } from '../../providers/public/comfy-types';
import { fromLiteral, isLink, linksOf } from '../graph/graph-edits';
import { ownValue } from '../../../platform/json';
import { inOrder } from './input-names';

/** The nodes that ComfyUI runs: the output nodes and everything upstream of them. */
export interface LiveNodes {
  /** Output nodes, the most important first. */
  readonly roots: readonly string[];
  /** Every live node, sources first, beginning with the first root's. Cycles are cut. */
  readonly order: readonly string[];
}

/** The live nodes of a graph. Their order doesn't depend on ids or the order of keys. */
export function liveNodes(graph: ComfyGraph, info: ObjectInfo | null): LiveNodes {
  const outputs = outputsOf(graph, info);
  const sources = sourcesOf(graph);
  const order = sourcesFirst(sources, outputs);
  const fingerprintById = fingerprints(graph, order);
  const sizes = outputs.length > 1 ? upstreamCounts(sources, order) : new Map<string, number>();
  const roots = outputs
    .map((id) => ({
      id,
      rank: saverRank(ownValue(graph, id)?.class_type ?? ''),
      size: sizes.get(id) ?? 0,
      fingerprint: fingerprintById.get(id) ?? '',
    }))
    .sort((a, b) => a.rank - b.rank || b.size - a.size || (a.fingerprint < b.fingerprint ? -1 : 1))
    .map(({ id }) => id);
  return { roots, order: sourcesFirst(sources, roots) };
}

/** Existing sources of every node, the most important input's first. */
type Sources = ReadonlyMap<string, readonly string[]>;

function sourcesOf(graph: ComfyGraph): Sources {
  return new Map(
    Object.entries(graph).map(([id, { inputs }]) => {
      const sources = inOrder(Object.keys(inputs)).flatMap((input) => {
        const value = ownValue(inputs, input);
        return isLink(value) && Object.hasOwn(graph, value[0]) ? [value[0]] : [];
      });
      return [id, [...new Set(sources)]] as const;
    }),
  );
}

/** These nodes and everything upstream, sources first. Not recursive, because graphs may be thousands of nodes deep. */
function sourcesFirst(sources: Sources, ends: readonly string[]): readonly string[] {
  const ordered = new Set<string>();
  const visited = new Set<string>();
  const stack = [...ends].reverse().map((id) => ({ id, sourcesDone: false }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.sourcesDone) ordered.add(next.id);
    if (next.sourcesDone || visited.has(next.id)) continue;
    visited.add(next.id);
    stack.push({ id: next.id, sourcesDone: true });
    // Reversed, because a stack returns the last item first.
    for (const id of [...(sources.get(next.id) ?? [])].reverse())
      stack.push({ id, sourcesDone: false });
  }
  return [...ordered];
}

/** Number of upstream nodes of each node, in bit sets: thousands of outputs may share thousands of nodes. */
function upstreamCounts(sources: Sources, order: readonly string[]): ReadonlyMap<string, number> {
  const upstreamBits = new Map<string, Uint32Array>();
  const words = Math.ceil(order.length / 32);
  return new Map(
    order.map((id, index) => {
      const bits = new Uint32Array(words);
      upstreamBits.set(id, bits);
      for (const source of sources.get(id) ?? [])
        upstreamBits.get(source)?.forEach((word, at) => (bits[at] = (bits[at] ?? 0) | word));
      bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
      return [id, bits.reduce((sum, word) => sum + onesIn(word), 0)] as const;
    }),
  );
}

function onesIn(word: number): number {
  let count = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Without output nodes, unknown classes that feed nothing count as outputs: some samplers save files themselves. */
function outputsOf(graph: ComfyGraph, info: ObjectInfo | null): readonly string[] {
  const feeding = new Set(
    Object.values(graph).flatMap((node) => linksOf(node).map(([, [source]]) => source)),
  );
  const nodes = Object.keys(graph).flatMap((id) => {
    const node = ownValue(graph, id);
    return node ? [{ id, node, feeds: feeding.has(id) }] : [];
  });
  const outputs = nodes.filter(({ node, feeds }) => isOutput(node, info, feeds));
  const ends = nodes.filter(
    ({ node, feeds }) =>
      !feeds && linksOf(node).length > 0 && !(info && Object.hasOwn(info, node.class_type)),
  );
  return (outputs.length > 0 ? outputs : ends).map(({ id }) => id);
}

/** An unknown class is an output if it feeds nothing and its name says that it saves or shows something. */
function isOutput(node: ComfyNode, info: ObjectInfo | null, feeds: boolean): boolean {
  const described = info ? ownValue(info, node.class_type) : undefined;
  if (described) return described.output_node === true;
  return !feeds && linksOf(node).length > 0 && SAVES.test(node.class_type);
}

const SAVES = /save|preview|output|export|combine|write|show|display|compare|upload/i;

/** Rank of an output: videos, then saved files, then previews. */
function saverRank(nodeClass: string): number {
  if (/preview|show|display|compare/i.test(nodeClass)) return 2;
  return /video|webm|animated|gif/i.test(nodeClass) ? 0 : 1;
}

/** Hash of a node and everything upstream, without ids: equal nodes have equal fingerprints. */
function fingerprints(graph: ComfyGraph, order: readonly string[]): ReadonlyMap<string, string> {
  const fingerprintById = new Map<string, string>();
  const fingerprintPart = (value: unknown): unknown =>
    isLink(value) ? [fingerprintById.get(value[0]) ?? '', value[1]] : plainText(fromLiteral(value));
  for (const id of order) {
    const { class_type = '', inputs = {} } = ownValue(graph, id) ?? {};
    const parts = inOrder(Object.keys(inputs)).map((input) => [
      input,
      fingerprintPart(inputs[input]),
    ]);
    fingerprintById.set(
      id,
      createHash('sha1')
        .update(JSON.stringify([class_type, parts]))
        .digest('hex'),
    );
  }
  return fingerprintById;
}

/** Objects count by type only, so their content doesn't affect the order of nodes. */
function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return isNumber || typeof value === 'boolean' ? String(value) : typeof value;
}
