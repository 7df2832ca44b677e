import type { JsonRecord } from '../../../platform/json';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import { indexOf, listOr, recordOr } from '../json/json-values';
import { type Report, Unconvertible } from './conversion';
import type { EditorInput, EditorLink, EditorNode } from './editor-graph';
import { readId, readNode } from './editor-node-reader';
import { firstOf } from '../json/once';

const MOST_NODES = 2_000;

/** The nodes of a group node, numbered, and the links between them. */
export interface GroupInside {
  readonly name: string;
  /** As the file has the group node. */
  readonly data: JsonRecord;
  /** Each input with the link that feeds it from inside; `null`: none does. */
  readonly nodes: readonly EditorNode[];
  readonly links: readonly EditorLink[];
  /** The first link out of each node. */
  readonly firstLinks: ReadonlyMap<string, EditorLink>;
  readonly info: ObjectInfo;
}

/** Reads what is inside a group node. @throws Unconvertible when it is out of all bounds */
export function groupInside(
  name: string,
  data: JsonRecord,
  info: ObjectInfo,
  report: Report,
): GroupInside {
  const items = listOr(data['nodes']);
  if (items.length > MOST_NODES)
    throw new Unconvertible(`the group node "${name}" has more than ${String(MOST_NODES)} nodes`);
  const links = listOr(data['links']).flatMap((link, index) => readLink(listOr(link), index));
  const nodes = items.map((item, index) => numbered(item, index, name, report));
  const firstLinks = firstOf(links.map((link) => [link.origin, link] as const));
  return { name, data, nodes: withLinks(nodes, links), links, firstLinks, info };
}

/** What the first link out of a node leads to: a primitive and a reroute are of its type. */
export function firstFed(
  { nodes, firstLinks }: GroupInside,
  node: EditorNode,
): { target: EditorNode; input: EditorInput } | null {
  const link = firstLinks.get(node.id);
  const target = link && nodes[Number(link.target)];
  const input = link && target?.inputs[link.targetSlot];
  return target && input ? { target, input } : null;
}

function numbered(item: unknown, index: number, group: string, report: Report): EditorNode {
  const node = readNode({ ...recordOr(item), id: index });
  if (node) return node;
  report.error('unreadable', null, `node ${String(index)} of the group node "${group}" is no node`);
  return { ...NO_NODE, id: String(index) };
}

const NO_NODE: EditorNode = {
  id: '',
  type: 'Note',
  title: null,
  mode: 0,
  inputs: [],
  outputs: [],
  values: null,
  named: null,
  properties: {},
};

/** A link is a list of origin, its slot, target, its slot; one from outside has no origin. */
function readLink(link: readonly unknown[], index: number): readonly EditorLink[] {
  const [origin, originSlot, target, targetSlot] = link;
  const [from, to] = [readId(origin), readId(target)];
  if (from === null || to === null) return [];
  return [
    {
      id: `in-group${String(index)}`,
      origin: from,
      originSlot: indexOf(originSlot) ?? 0,
      target: to,
      targetSlot: indexOf(targetSlot) ?? 0,
    },
  ];
}

function withLinks(
  nodes: readonly EditorNode[],
  links: readonly EditorLink[],
): readonly EditorNode[] {
  const byTarget = new Map(
    links.map((link) => [`${link.target}.${String(link.targetSlot)}`, link.id]),
  );
  return nodes.map((node) => ({
    ...node,
    inputs: node.inputs.map((input, slot) => ({
      ...input,
      link: byTarget.get(`${node.id}.${String(slot)}`) ?? null,
    })),
  }));
}
