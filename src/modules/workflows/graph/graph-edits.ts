import type { ComfyGraph, ComfyLink, ComfyNode } from '../../providers/public/comfy-types';

/*
 * Edits of graphs as functions from graph to graph. None changes what it is given; what stays the same is shared.
 */

/** A list of two whose head is text is a link, whatever was meant: that is how ComfyUI reads it. */
export function isLink(value: unknown): value is ComfyLink {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    typeof value[0] === 'string' &&
    typeof value[1] === 'number'
  );
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

/** A value as an input that ComfyUI takes for itself: a bare list could be read as a link. */
export function asLiteral(value: unknown): unknown {
  return Array.isArray(value) ? { __value__: value as readonly unknown[] } : value;
}

/** What {@link asLiteral} was given. */
export function fromLiteral(input: unknown): unknown {
  return typeof input === 'object' && input !== null && '__value__' in input
    ? input.__value__
    : input;
}

/** Every node through `change`. */
export function mapNodes(
  graph: ComfyGraph,
  change: (node: ComfyNode, id: string) => ComfyNode,
): ComfyGraph {
  return Object.fromEntries(Object.entries(graph).map(([id, node]) => [id, change(node, id)]));
}

/** What an input is to be. */
export interface InputSetting {
  readonly node: string;
  readonly input: string;
  readonly value: unknown;
}

/**
 * Sets inputs, the last word on each counts. A node that isn't there (its branch was taken out) is nothing to set. The
 * graph and each node are copied once, however much is set; the very graph where nothing is.
 */
export function setInputs(graph: ComfyGraph, settings: readonly InputSetting[]): ComfyGraph {
  const changes = new Map<string, [input: string, value: unknown][]>();
  for (const { node, input, value } of settings) {
    if (!Object.hasOwn(graph, node)) continue;
    const others = changes.get(node);
    if (others) others.push([input, value]);
    else changes.set(node, [[input, value]]);
  }
  if (changes.size === 0) return graph;
  return mapNodes(graph, (node, id) => {
    const changed = changes.get(id);
    return changed ? { ...node, inputs: { ...node.inputs, ...Object.fromEntries(changed) } } : node;
  });
}

/** Takes nodes out, and every link that came from them. */
export function removeNodes(graph: ComfyGraph, ids: ReadonlySet<string>): ComfyGraph {
  if (ids.size === 0) return graph;
  const kept = Object.entries(graph).filter(([id]) => !ids.has(id));
  return Object.fromEntries(kept.map(([id, node]) => [id, withoutLinksFrom(node, ids)]));
}

function withoutLinksFrom(node: ComfyNode, ids: ReadonlySet<string>): ComfyNode {
  const inputs = Object.entries(node.inputs).filter(
    ([, value]) => !(isLink(value) && ids.has(value[0])),
  );
  return { ...node, inputs: Object.fromEntries(inputs) };
}

/** Puts another source in place of an output, at every consumer of it. */
export function rewire(graph: ComfyGraph, from: ComfyLink, to: ComfyLink): ComfyGraph {
  if (sameLink(from, to)) return graph;
  return mapNodes(graph, (node) => {
    const consumed = linksOf(node).filter(([, link]) => sameLink(link, from));
    if (consumed.length === 0) return node;
    const rewired = consumed.map(([input]) => [input, to] as const);
    return { ...node, inputs: { ...node.inputs, ...Object.fromEntries(rewired) } };
  });
}
