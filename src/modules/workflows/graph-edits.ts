import type { ComfyGraph, ComfyLink, ComfyNode } from '../providers/public/comfy-types';
import { ownValue } from './own-value';

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

/** Sets one input. A node that isn't there (its branch was taken out) is nothing to set. */
export function setInput(graph: ComfyGraph, id: string, input: string, value: unknown): ComfyGraph {
  const node = ownValue(graph, id);
  if (!node) return graph;
  return { ...graph, [id]: { ...node, inputs: { ...node.inputs, [input]: value } } };
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
