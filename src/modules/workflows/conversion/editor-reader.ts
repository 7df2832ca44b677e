import { isRecord, type JsonRecord, listOr, recordOr } from '../../../platform/json';
import { idOf, indexOf, textOf } from '../json/json-values';
import { type Report, Unconvertible } from './conversion';
import type {
  BoundarySlot,
  Definition,
  EditorGraph,
  EditorInput,
  EditorLink,
  EditorNode,
  EditorWorkflow,
  EverywhereLink,
} from './editor-graph';

/** Limits several times above the largest public workflow. */
const MAX_NODES = 5_000;
const MAX_LINKS = 100_000;
/** Of one node; classes with a hundred are rare. */
const MAX_INPUTS = 10_000;

/**
 * Reads editor format of all versions: links as lists or objects, ids as numbers or texts, with or without subgraphs.
 * Unreadable parts are reported and left out. @throws Unconvertible when it isn't editor format or exceeds a limit
 */
export function readEditorWorkflow(editor: unknown, report: Report): EditorWorkflow {
  if (!isRecord(editor) || !Array.isArray(editor['nodes']))
    throw new Unconvertible('not a workflow of the editor: it has no list of nodes');
  const extra = recordOr(editor['extra']);
  const subgraphs = listOr(recordOr(editor['definitions'])['subgraphs']).filter(isRecord);
  checkSizes([editor, ...subgraphs]);
  const definitions = subgraphs.flatMap((subgraph) => readDefinition(subgraph, report));
  return {
    root: readGraph(editor, report),
    definitions: new Map(definitions.map((definition) => [definition.id, definition])),
    groups: recordOr(extra['groupNodes']),
  };
}

function checkSizes(graphs: readonly JsonRecord[]): void {
  const sum = (key: string): number =>
    graphs.reduce((total, graph) => total + sizeOf(graph[key]), 0);
  const nodes = sum('nodes');
  const links = sum('links');
  if (nodes > MAX_NODES)
    throw new Unconvertible(`${String(nodes)} nodes are more than ${String(MAX_NODES)}`);
  if (links > MAX_LINKS)
    throw new Unconvertible(`${String(links)} links are more than ${String(MAX_LINKS)}`);
  const slots = graphs.flatMap((graph) =>
    [graph['inputs'], graph['outputs']].flatMap((list) => listOr(list).map(recordOr)),
  );
  const linkCount = slots.reduce((total, slot) => total + sizeOf(slot['linkIds']), 0);
  if (linkCount > MAX_LINKS)
    throw new Unconvertible(
      `its subgraphs list ${String(linkCount)} links, more than ${String(MAX_LINKS)}`,
    );
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : Object.keys(recordOr(value)).length;
}

/** Nodes and links of the root or of a subgraph. */
export function readGraph(graph: JsonRecord, report: Report): EditorGraph {
  const nodes = new Map<string, EditorNode>();
  for (const item of listOr(graph['nodes'])) {
    const node = readNode(item);
    if (!node)
      report.warn('unreadable', null, 'an entry of the list of nodes is not a node; left out');
    else if (nodes.has(node.id))
      report.error('unreadable', node, 'a second node has this id; left out');
    else if (node.inputs.length > MAX_INPUTS)
      throw new Unconvertible(
        `node ${node.id} has ${String(node.inputs.length)} inputs, more than ${String(MAX_INPUTS)}`,
      );
    else nodes.set(node.id, node);
  }
  const links = readLinks(graph['links']).map((link) => [link.id, link] as const);
  return { nodes, links: new Map(links), everywhere: readEverywhere(graph['extra']) };
}

function readLinks(links: unknown): readonly EditorLink[] {
  const items = Array.isArray(links) ? (links as unknown[]) : Object.values(recordOr(links));
  return items.flatMap((item) => {
    const link = Array.isArray(item) ? linkFromList(item) : linkFromRecord(recordOr(item));
    return link ? [link] : [];
  });
}

function linkFromList([id, origin, originSlot, target, targetSlot]: readonly unknown[]) {
  return linkOf(id, [origin, originSlot], [target, targetSlot]);
}

function linkFromRecord(link: JsonRecord): EditorLink | null {
  return linkOf(
    link['id'],
    [link['origin_id'], link['origin_slot']],
    [link['target_id'], link['target_slot']],
  );
}

type End = readonly [node: unknown, slot: unknown];

function linkOf(id: unknown, from: End, to: End): EditorLink | null {
  const [link, origin, target] = [readId(id), readId(from[0]), readId(to[0])];
  if (link === null || origin === null || target === null) return null;
  const [originSlot, targetSlot] = [indexOf(from[1]) ?? 0, indexOf(to[1]) ?? 0];
  return { id: link, origin, originSlot, target, targetSlot };
}

function readDefinition(subgraph: JsonRecord, report: Report): Definition[] {
  const id = readId(subgraph['id']);
  if (id === null) {
    report.warn('unreadable', null, 'a subgraph has no id; left out');
    return [];
  }
  return [
    {
      ...readGraph(subgraph, report),
      id,
      name: textOf(subgraph['name']) ?? id,
      inputs: readBoundary(subgraph['inputs']),
      outputs: readBoundary(subgraph['outputs']),
      inputNode: readId(recordOr(subgraph['inputNode'])['id']) ?? '-10',
      outputNode: readId(recordOr(subgraph['outputNode'])['id']) ?? '-20',
    },
  ];
}

function readBoundary(slots: unknown): readonly BoundarySlot[] {
  return listOr(slots)
    .map(recordOr)
    .map((slot) => ({
      name: textOf(slot['name']) ?? '',
      type: slotType(slot['type']),
      links: listOr(slot['linkIds']).flatMap((link) => readId(link) ?? []),
    }));
}

function readEverywhere(extra: unknown): EditorGraph['everywhere'] {
  const byNode = new Map<string, Map<number, EverywhereLink>>();
  for (const link of listOr(recordOr(extra)['ue_links']).map(recordOr)) {
    const [node, origin] = [readId(link['downstream']), readId(link['upstream'])];
    const [slot, originSlot] = [indexOf(link['downstream_slot']), indexOf(link['upstream_slot'])];
    if (node === null || origin === null || slot === null || originSlot === null) continue;
    const others = byNode.get(node) ?? new Map<number, EverywhereLink>();
    byNode.set(node, others);
    if (!others.has(slot)) others.set(slot, { slot, origin, originSlot });
  }
  return byNode;
}

/** One entry of the editor's list of nodes; `null` when it has no id or no class. */
export function readNode(item: unknown): EditorNode | null {
  const node = recordOr(item);
  const [id, type] = [readId(node['id']), textOf(node['type'])];
  if (id === null || type === null) return null;
  checkNameLength(type);
  const values = node['widgets_values'];
  const named = node['widgets_values_named'];
  return {
    id,
    type,
    title: textOf(node['title']),
    mode: typeof node['mode'] === 'number' ? node['mode'] : 0,
    inputs: listOr(node['inputs']).map(readInput),
    outputs: listOr(node['outputs']).map((output) => slotType(recordOr(output)['type'])),
    values: Array.isArray(values) ? (values as readonly unknown[]) : null,
    // Some packs (VideoHelperSuite) have always written their values by name.
    named: isRecord(named) ? named : isRecord(values) ? values : null,
    properties: recordOr(node['properties']),
  };
}

function readInput(item: unknown): EditorInput {
  const input = recordOr(item);
  const widget = recordOr(input['widget'])['name'];
  return {
    name: textOf(input['name']) ?? '',
    type: slotType(input['type']),
    link: readId(input['link']),
    widget: textOf(widget),
  };
}

/** Limited, because ids and classes are looked up at every step and repeated in every problem. */
const MAX_NAME_LENGTH = 500;

/** An id as a text; `null` for other values. @throws Unconvertible when it is too long */
export function readId(value: unknown): string | null {
  const id = idOf(value);
  if (id !== null) checkNameLength(id);
  return id;
}

function checkNameLength(name: string): void {
  if (name.length > MAX_NAME_LENGTH)
    throw new Unconvertible(
      `an id or a class of ${String(name.length)} characters is longer than ${String(MAX_NAME_LENGTH)}`,
    );
}

/** Types are texts, except for event slots (−1) and the odd list of choices of 2023. */
export function slotType(type: unknown): string {
  if (Array.isArray(type)) return 'COMBO';
  return typeof type === 'string' || typeof type === 'number' ? String(type) : '*';
}
