import type { InputSpec, NodeClassInfo, ObjectInfo } from '../../providers/public/comfy-types';
import { idOf, indexOf, type JsonRecord, listOr, recordOr, textOf } from '../json-values';
import { specOf } from '../input-specs';
import { ownValue } from '../own-value';
import { type Report, Unconvertible } from './conversion';
import {
  type BoundarySlot,
  type Definition,
  type EditorInput,
  type EditorLink,
  type EditorNode,
  innerName,
} from './editor-graph';
import { readNode } from './editor-node-reader';
import { type Slot, slotsOf } from './widget-slots';
import { virtualKind } from './virtual-nodes';

const MOST_NODES = 2_000;
const INPUT = '-10';
const OUTPUT = '-20';

/**
 * A group node of the editors of 2023 to 2025 as a subgraph: its nodes are numbered, the slots that nothing inside feeds
 * are its inputs, what goes out or leads nowhere inside are its outputs, and its list of values is that of its nodes
 * one after the other.
 */
export function groupDefinition(
  name: string,
  data: JsonRecord,
  info: ObjectInfo,
  report: Report,
): Definition {
  const items = listOr(data['nodes']);
  if (items.length > MOST_NODES)
    throw new Unconvertible(`the group node "${name}" has more than ${String(MOST_NODES)} nodes`);
  const nodes = items.map((item, index) => innerNode(item, index, name, report));
  return new GroupReader(name, data, nodes, info).definition();
}

function innerNode(item: unknown, index: number, group: string, report: Report): EditorNode {
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

class GroupReader {
  private readonly links: readonly EditorLink[];
  /** Outputs that feed a node inside, as `node.slot`. */
  private readonly used: ReadonlySet<string>;
  /** Outputs that feed something outside. */
  private readonly external: ReadonlySet<string>;

  constructor(
    private readonly name: string,
    private readonly data: JsonRecord,
    private readonly nodes: readonly EditorNode[],
    private readonly info: ObjectInfo,
  ) {
    this.links = listOr(data['links']).flatMap((link, index) => groupLink(listOr(link), index));
    this.used = new Set(this.links.map((link) => `${link.origin}.${String(link.originSlot)}`));
    const external = listOr(data['external']).map(listOr);
    this.external = new Set(external.map(([node, slot]) => `${String(node)}.${String(slot)}`));
  }

  definition(): Definition {
    const fed = this.withLinks();
    const inputs = this.inputs(fed);
    const outputs = this.outputs();
    const all = [...this.links, ...inputs.links, ...outputs.links];
    return {
      id: `workflow>${this.name}`,
      name: this.name,
      nodes: new Map(inputs.nodes.map((node) => [node.id, node])),
      links: new Map(all.map((link) => [link.id, link])),
      inputs: inputs.slots,
      outputs: outputs.slots,
      inputNode: INPUT,
      outputNode: OUTPUT,
      groupSlots: this.nodes.flatMap((node) => this.slotsOf(node)),
    };
  }

  private withLinks(): readonly EditorNode[] {
    const byTarget = new Map(
      this.links.map((link) => [`${link.target}.${String(link.targetSlot)}`, link.id]),
    );
    return this.nodes.map((node) => ({
      ...node,
      inputs: node.inputs.map((input, slot) => ({
        ...input,
        link: byTarget.get(`${node.id}.${String(slot)}`) ?? null,
      })),
    }));
  }

  /** Slots without a link: first those without a widget, in the order of the nodes, then converted widgets. */
  private inputs(fed: readonly EditorNode[]) {
    const names = new Names();
    const slots: BoundarySlot[] = [];
    const links: EditorLink[] = [];
    const nodes = fed.map((node) => ({ ...node, inputs: [...node.inputs] }));
    for (const converted of [false, true])
      for (const node of nodes)
        node.inputs.forEach((input, slot) => {
          if (input.link !== null || (input.widget !== null) !== converted) return;
          if (this.configOf(node.id, 'input', input.name)['visible'] === false) return;
          const id = `in${String(slots.length)}`;
          const type = this.typeOf(node, input);
          const plain = virtualKind(node) === 'passing' ? type : input.name;
          const name = names.next(this.stated(node.id, plain) ?? plain, node);
          links.push({
            id,
            origin: INPUT,
            originSlot: slots.length,
            target: node.id,
            targetSlot: slot,
          });
          slots.push({ name, type, links: [id] });
          node.inputs[slot] = { ...input, link: id };
        });
    return { nodes, slots, links };
  }

  private stated(node: string, input: string): string | null {
    return textOf(this.configOf(node, 'input', input)['name']);
  }

  /** A reroute has the type of what it feeds. */
  private typeOf(node: EditorNode, input: EditorInput): string {
    if (virtualKind(node) !== 'passing') return input.type;
    return this.firstFed(node)?.input.type ?? '*';
  }

  /** Outputs that feed nothing inside, or something outside too. */
  private outputs() {
    const slots: BoundarySlot[] = [];
    const links: EditorLink[] = [];
    for (const node of this.nodes) {
      const types = this.outputTypes(node);
      types.forEach((type, slot) => {
        const key = `${node.id}.${String(slot)}`;
        const stated = this.configOf(node.id, 'output', String(slot))['visible'];
        const hidden = this.used.has(key) && !this.external.has(key);
        if (stated === false || (stated !== true && hidden)) return;
        const id = `out${String(slots.length)}`;
        links.push({
          id,
          origin: node.id,
          originSlot: slot,
          target: OUTPUT,
          targetSlot: slots.length,
        });
        slots.push({ name: type, type, links: [id] });
      });
    }
    return { slots, links };
  }

  private outputTypes(node: EditorNode): readonly string[] {
    const described = ownValue(this.info, node.type);
    if (described)
      return described.output.map((type) => (Array.isArray(type) ? 'COMBO' : String(type)));
    return virtualKind(node) === 'primitive' && !this.used.has(`${node.id}.0`) ? [] : node.outputs;
  }

  private configOf(node: string, side: 'input' | 'output', name: string): JsonRecord {
    const config = recordOr(this.data['config']);
    const sides = recordOr(ownValue(config, node));
    return recordOr(ownValue(recordOr(sides[side]), name));
  }

  /** The node's part of the group's list of values. Converted widgets have none there. */
  private slotsOf(node: EditorNode): readonly Slot[] {
    if (virtualKind(node) === 'primitive') return this.primitiveSlots(node);
    const described = ownValue(this.info, node.type);
    if (!described) return [];
    const converted = new Set(node.inputs.flatMap(({ widget }) => widget ?? []));
    return renamed(slotsOf(without(described, converted), []), node.id);
  }

  /** A primitive's field is as the input that it feeds. */
  private primitiveSlots(node: EditorNode): readonly Slot[] {
    const fed = this.firstFed(node);
    if (!fed) return [];
    const { target, input } = fed;
    const spec = specOf(this.info, target.type, input.widget ?? input.name) ?? [input.type];
    const name = innerName(node.id, 'value');
    return [{ kind: 'widget', name, spec, required: false, spare: false }, { kind: 'control' }];
  }

  private firstFed(node: EditorNode): { target: EditorNode; input: EditorInput } | null {
    const link = this.links.find(({ origin }) => origin === node.id);
    const target = link && this.nodes[Number(link.target)];
    const input = link && target?.inputs[link.targetSlot];
    return target && input ? { target, input } : null;
  }
}

function groupLink(link: readonly unknown[], index: number): readonly EditorLink[] {
  const [origin, originSlot, target, targetSlot] = link;
  const [from, to] = [idOf(origin), idOf(target)];
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
    const options = [...(slot.options ?? [])].map(
      ([key, parts]) => [key, renamed(parts, node)] as const,
    );
    const named = { ...slot, name: innerName(node, slot.name) };
    return slot.options ? { ...named, options: new Map(options) } : named;
  });
}

/** Names of a group's inputs: the second of a name carries its node's title. */
class Names {
  private readonly seen = new Map<string, number>();

  next(name: string, node: EditorNode): string {
    const count = this.seen.get(name);
    if (count === undefined) {
      this.seen.set(name, 1);
      return name;
    }
    const longer = `${node.title ?? node.type} ${name}`;
    return this.seen.has(longer) ? `${longer} ${String(this.seen.size)}` : this.next(longer, node);
  }
}
