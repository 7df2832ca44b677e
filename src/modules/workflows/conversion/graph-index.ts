import { groupBy } from '../../../platform/group-by';
import type {
  Definition,
  EditorGraph,
  EditorInput,
  EditorLink,
  EditorNode,
  EverywhereLink,
} from './editor-graph';
import { firstByKey, memoized } from '../json/memoize';

/*
 * Lookup tables of graphs and nodes, built once per object: files may hold 100,000 links. Of duplicates the first counts.
 */

/** A node's inputs by the link that they take. */
export const inputsByLink = memoized((node: EditorNode) =>
  firstByKey(
    node.inputs.flatMap((input): [string, EditorInput][] =>
      input.link === null ? [] : [[input.link, input]],
    ),
  ),
);

/** A node's linked inputs by the field that they feed. */
export const linkedByWidget = memoized((node: EditorNode) =>
  firstByKey(
    node.inputs.flatMap((input): [string, EditorInput][] =>
      input.link === null ? [] : [[input.widget ?? input.name, input]],
    ),
  ),
);

/** Index of each input of a node. */
export const indexOfInputs = memoized(
  (node: EditorNode) => new Map(node.inputs.map((input, slot) => [input, slot])),
);

/** Is something connected with a node? */
export function isConnected(graph: EditorGraph, node: EditorNode): boolean {
  return node.inputs.some(({ link }) => link !== null) || originsIn(graph).has(node.id);
}

const originsIn = memoized(
  (graph: EditorGraph) => new Set([...graph.links.values()].map(({ origin }) => origin)),
);

/** A definition's inputs by name. */
export const inputIndexes = memoized((definition: Definition) =>
  firstByKey(definition.inputs.map(({ name }, index) => [name, index])),
);

/** A definition's inputs by the links that they list. */
export const listedLinks = memoized(
  ({ inputs }: Definition) =>
    new Map(inputs.flatMap(({ links }, index) => links.map((link) => [link, index] as const))),
);

/** For each input of a definition, its listed links that exist. */
export const listedPresent = memoized(({ inputs, links }: Definition) =>
  inputs.map((slot) => slot.links.filter((link) => links.has(link))),
);

/** The links from each boundary input, for definitions whose own lists are stale. */
export const linksFromBoundary = memoized(({ links, inputNode }: Definition) =>
  groupBy(
    [...links.values()].filter(({ origin }) => origin === inputNode),
    ({ originSlot }) => originSlot,
  ),
);

/** The link to a boundary output, also where the definition's own list is stale. */
export function linkToBoundary(
  definition: Definition,
  slot: number,
): EditorLink | EverywhereLink | undefined {
  return (
    listedToBoundary(definition)[slot] ??
    drawnToBoundary(definition).get(slot) ??
    definition.everywhere.get(definition.outputNode)?.get(slot)
  );
}

const listedToBoundary = memoized(({ outputs, links }: Definition) =>
  outputs.map((output) => {
    const listed = output.links.find((id) => links.has(id));
    return listed === undefined ? undefined : links.get(listed);
  }),
);

const drawnToBoundary = memoized(({ links, outputNode }: Definition) =>
  firstByKey(
    [...links.values()].flatMap((link): [number, EditorLink][] =>
      link.target === outputNode ? [[link.targetSlot, link]] : [],
    ),
  ),
);

/** Size of a graph in values and characters; every instance copies it. */
export const sizeOfGraph = memoized((graph: EditorGraph & Partial<Definition>) => {
  const places = (graph.groupValueLayouts ?? []).reduce((sum, reading) => sum + reading.length, 0);
  const parts = [...graph.nodes.values(), graph.inputs ?? [], graph.outputs ?? []];
  return parts.reduce((sum, part) => sum + sizeOf(part), graph.links.size + places);
});

const sizeOfObject = memoized((value: object) => {
  let size = 0;
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    size += typeof next === 'string' ? next.length + 1 : 1;
    if (typeof next !== 'object' || next === null) continue;
    const items: readonly unknown[] = Object.values(next);
    for (const item of items) stack.push(item);
    if (!Array.isArray(next)) for (const key of Object.keys(next)) size += key.length;
  }
  return size;
});

/** Size of a value in values and characters. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'object' && value !== null) return sizeOfObject(value);
  return typeof value === 'string' ? value.length + 1 : 1;
}
