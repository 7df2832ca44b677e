import { type JsonRecord, listOr, ownValue, recordOr } from '../../../platform/json';
import type { InputSpec, NodeClassInfo, ObjectInfo } from '../../providers/public/comfy-types';
import { indexOf } from '../json/json-values';
import { type Report, Unconvertible, type WorkBudget } from './conversion';
import { type EditorInput, type EditorLink, type EditorNode, innerName } from './editor-graph';
import { readId, readNode } from './editor-reader';
import { firstByKey } from '../json/memoize';
import { type Slot, slotsOf } from './widget-slots';

const MAX_NODES = 2_000;

/** The numbered inner nodes of a group node and their links. */
export interface GroupGraph {
  readonly name: string;
  /** The group node in the file. */
  readonly data: JsonRecord;
  /** Each input with the link that feeds it from inside; `null`: none does. */
  readonly nodes: readonly EditorNode[];
  readonly links: readonly EditorLink[];
  /** The first link out of each node. */
  readonly firstLinks: ReadonlyMap<string, EditorLink>;
  readonly info: ObjectInfo;
}

/** Reads the inner nodes of a group node. @throws Unconvertible when it has too many nodes */
export function readGroupGraph(
  name: string,
  data: JsonRecord,
  info: ObjectInfo,
  report: Report,
): GroupGraph {
  const items = listOr(data['nodes']);
  if (items.length > MAX_NODES)
    throw new Unconvertible(`the group node "${name}" has more than ${String(MAX_NODES)} nodes`);
  const links = listOr(data['links']).flatMap((link, index) => readLink(listOr(link), index));
  const nodes = items.map((item, index) => numbered(item, index, name, report));
  const firstLinks = firstByKey(links.map((link) => [link.origin, link] as const));
  return { name, data, nodes: withLinks(nodes, links), links, firstLinks, info };
}

/** The target of a node's first link: a reroute has the type of that input. */
export function firstTargetInput(
  { nodes, firstLinks }: GroupGraph,
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
  report.error(
    'unreadable',
    null,
    `node ${String(index)} of the group node "${group}" is not a node`,
  );
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

/** Units of work per slot. */
const PLACE = 40;

/**
 * The slots of a group node's list of values: those of its inner nodes in order, without fields that were converted to
 * inputs. The file doesn't say which fields were converted: editors since 2025 list an input for every field. So there
 * are two candidates, and the values decide by their alignment cost.
 */
export function groupValueSlots(
  inside: GroupGraph,
  work: WorkBudget,
): readonly (readonly Slot[])[] {
  const reading = (isSlot: (input: EditorInput) => boolean): readonly Slot[] =>
    inside.nodes.flatMap((node) => {
      const places = placesOf(inside, node, isSlot);
      work.spend(places.length * PLACE);
      return places;
    });
  return [reading(() => true), reading(({ link }) => link !== null)];
}

function placesOf(
  inside: GroupGraph,
  node: EditorNode,
  isSlot: (input: EditorInput) => boolean,
): readonly Slot[] {
  const described = ownValue(inside.info, node.type);
  if (!described) return [];
  const slots = node.inputs.filter(isSlot).flatMap(({ widget }) => widget ?? []);
  return renamed(slotsOf(without(described, new Set(slots)), []), node.id);
}

function without(info: NodeClassInfo, names: ReadonlySet<string>): NodeClassInfo {
  const rest = (inputs: Readonly<Record<string, InputSpec>> = {}) =>
    Object.fromEntries(Object.entries(inputs).filter(([name]) => !names.has(name)));
  return {
    ...info,
    input: {
      ...info.input,
      required: rest(info.input.required),
      optional: rest(info.input.optional),
    },
  };
}

function renamed(slots: readonly Slot[], node: string): readonly Slot[] {
  return slots.map((slot) => {
    if (slot.kind !== 'widget') return slot;
    const subSlots = [...(slot.subSlotsByChoice ?? [])].map(
      ([key, parts]) => [key, renamed(parts, node)] as const,
    );
    const named = { ...slot, name: innerName(node, slot.name) };
    return slot.subSlotsByChoice ? { ...named, subSlotsByChoice: new Map(subSlots) } : named;
  });
}
