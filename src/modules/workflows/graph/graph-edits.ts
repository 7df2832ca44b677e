import { ownValue } from '../../../platform/json';
import { groupBy } from '../../../platform/group-by';
import type { ComfyGraph, ComfyLink, ComfyNode } from '../../providers/public/comfy-types';

/*
 * Pure edits of graphs. Unchanged parts are shared with the argument.
 */

/** ComfyUI reads every array of a string and a number as a link. */
export function isLink(value: unknown): value is ComfyLink {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    typeof value[0] === 'string' &&
    typeof value[1] === 'number'
  );
}

/** The classes of a graph's nodes, each once. */
export function classesOf(graph: ComfyGraph): readonly string[] {
  return [...new Set(Object.values(graph).map(({ class_type }) => class_type))];
}

/** Do two links come from the same output? */
export function sameLink(a: ComfyLink, b: ComfyLink): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** The links that feed a node, by input name. */
export function linksOf(node: ComfyNode): readonly (readonly [input: string, link: ComfyLink])[] {
  return Object.entries(node.inputs).flatMap(([input, value]) =>
    isLink(value) ? [[input, value] as const] : [],
  );
}

/** These nodes and everything that feeds them. */
export function withUpstream(graph: ComfyGraph, ids: readonly string[]): ReadonlySet<string> {
  const visited = new Set(ids);
  for (const id of visited) {
    const node = ownValue(graph, id);
    if (node) for (const [, [source]] of linksOf(node)) visited.add(source);
  }
  return visited;
}

/** Wraps arrays, which ComfyUI might read as links. */
export function asLiteral(value: unknown): unknown {
  return Array.isArray(value) ? { __value__: value as readonly unknown[] } : value;
}

/** The inverse of {@link asLiteral}. */
export function fromLiteral(input: unknown): unknown {
  return typeof input === 'object' && input !== null && '__value__' in input
    ? input.__value__
    : input;
}

/** Applies `change` to every node. */
export function mapNodes(
  graph: ComfyGraph,
  change: (node: ComfyNode, id: string) => ComfyNode,
): ComfyGraph {
  return Object.fromEntries(Object.entries(graph).map(([id, node]) => [id, change(node, id)]));
}

/** A new value for an input. */
export interface InputSetting {
  readonly node: string;
  readonly input: string;
  readonly value: unknown;
}

/**
 * Sets inputs; the last setting of an input wins. Missing nodes (of a removed branch) are ignored. Copies the graph and
 * each changed node once; returns the same graph if nothing is set.
 */
export function setInputs(graph: ComfyGraph, settings: readonly InputSetting[]): ComfyGraph {
  const present = settings.filter(({ node }) => Object.hasOwn(graph, node));
  if (present.length === 0) return graph;
  const changes = groupBy(present, ({ node }) => node);
  return mapNodes(graph, (node, id) => {
    const changed = changes.get(id)?.map(({ input, value }) => [input, value] as const);
    return changed ? { ...node, inputs: { ...node.inputs, ...Object.fromEntries(changed) } } : node;
  });
}

/** Removes nodes and every link from them. */
export function removeNodes(graph: ComfyGraph, ids: ReadonlySet<string>): ComfyGraph {
  if (ids.size === 0) return graph;
  const remaining = Object.entries(graph).filter(([id]) => !ids.has(id));
  return Object.fromEntries(remaining.map(([id, node]) => [id, withoutLinksFrom(node, ids)]));
}

function withoutLinksFrom(node: ComfyNode, ids: ReadonlySet<string>): ComfyNode {
  const inputs = Object.entries(node.inputs).filter(
    ([, value]) => !(isLink(value) && ids.has(value[0])),
  );
  return { ...node, inputs: Object.fromEntries(inputs) };
}

/** Replaces an output by another one at all its consumers. */
export function rewire(graph: ComfyGraph, from: ComfyLink, to: ComfyLink): ComfyGraph {
  if (sameLink(from, to)) return graph;
  return mapNodes(graph, (node) => {
    const consumed = linksOf(node).filter(([, link]) => sameLink(link, from));
    if (consumed.length === 0) return node;
    const rewired = consumed.map(([input]) => [input, to] as const);
    return { ...node, inputs: { ...node.inputs, ...Object.fromEntries(rewired) } };
  });
}
