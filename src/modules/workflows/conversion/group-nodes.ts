import { isRecord, type JsonRecord, listOr, ownValue, recordOr } from '../../../platform/json';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import { idOf, textOf } from '../json/json-values';
import type { Report, WorkBudget } from './conversion';
import type { BoundarySlot, Definition, EditorInput, EditorLink, EditorNode } from './editor-graph';
import { firstTargetInput, readGroupGraph, type GroupGraph, groupValueSlots } from './group-graph';
import { virtualKind } from './editor-classes';

const INPUT = '-10';
const OUTPUT = '-20';

/**
 * A group node of the editors of 2023 to 2025 as a subgraph. Inner nodes are numbered; unlinked inner inputs become its
 * inputs; outputs that are used outside or not used inside become its outputs; its values are those of its inner nodes in
 * order.
 */
export function groupDefinition(
  name: string,
  data: JsonRecord,
  info: ObjectInfo,
  tools: { readonly report: Report; readonly work: WorkBudget },
): Definition {
  return new GroupReader(readGroupGraph(name, data, info, tools.report), tools.work).definition();
}

class GroupReader {
  /** Outputs that feed a node inside, as `node.slot`. */
  private readonly used: ReadonlySet<string>;
  /** Outputs that feed something outside. */
  private readonly external: ReadonlySet<string>;

  constructor(
    private readonly inside: GroupGraph,
    private readonly work: WorkBudget,
  ) {
    const { links, data } = inside;
    this.used = new Set(links.map((link) => `${link.origin}.${String(link.originSlot)}`));
    const external = listOr(data['external']).map(listOr);
    this.external = new Set(external.map(([node, slot]) => `${numberOf(node)}.${String(slot)}`));
  }

  definition(): Definition {
    const inputs = this.inputs();
    const outputs = this.outputs();
    const all = [...this.inside.links, ...inputs.links, ...outputs.links];
    return {
      id: `workflow>${this.inside.name}`,
      name: this.inside.name,
      nodes: new Map(inputs.nodes.map((node) => [node.id, node])),
      links: new Map(all.map((link) => [link.id, link])),
      everywhere: new Map(),
      inputs: inputs.slots,
      outputs: outputs.slots,
      inputNode: INPUT,
      outputNode: OUTPUT,
      groupValueLayouts: groupValueSlots(this.inside, this.work),
    };
  }

  /** Slots without a link: first those without a widget, in the order of the nodes, then those of widgets. */
  private inputs() {
    const names = new Names(this.work);
    const slots: BoundarySlot[] = [];
    const links: EditorLink[] = [];
    const nodes = this.inside.nodes.map((node) => ({ ...node, inputs: [...node.inputs] }));
    for (const ofWidgets of [false, true])
      for (const node of nodes)
        node.inputs.forEach((input, slot) => {
          if (input.link !== null || (input.widget !== null) !== ofWidgets) return;
          if (this.configOf(node.id, 'input', input.name)['visible'] === false) return;
          const id = `in${String(slots.length)}`;
          const type = this.typeOf(node, input);
          const plain = virtualKind(node) === 'passing' ? type : input.name;
          const name = names.next(this.configuredName(node.id, plain) ?? plain, node);
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

  private configuredName(node: string, input: string): string | null {
    return textOf(this.configOf(node, 'input', input)['name']);
  }

  /** A reroute has the type of what it feeds. */
  private typeOf(node: EditorNode, input: EditorInput): string {
    if (virtualKind(node) !== 'passing') return input.type;
    return firstTargetInput(this.inside, node)?.input.type ?? '*';
  }

  /** Outputs that feed nothing inside, or something outside too. */
  private outputs() {
    const slots: BoundarySlot[] = [];
    const links: EditorLink[] = [];
    for (const node of this.inside.nodes)
      this.outputTypes(node).forEach((type, slot) => {
        const key = `${node.id}.${String(slot)}`;
        const visible = this.configOf(node.id, 'output', String(slot))['visible'];
        const hidden = this.used.has(key) && !this.external.has(key);
        if (visible === false || (visible !== true && hidden)) return;
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
    return { slots, links };
  }

  private outputTypes(node: EditorNode): readonly string[] {
    const described = ownValue(this.inside.info, node.type);
    if (described)
      return described.output.map((type) => (Array.isArray(type) ? 'COMBO' : String(type)));
    return virtualKind(node) === 'primitive' && !this.used.has(`${node.id}.0`) ? [] : node.outputs;
  }

  private configOf(node: string, side: 'input' | 'output', name: string): JsonRecord {
    const config = recordOr(this.inside.data['config']);
    const sides = recordOr(ownValue(config, node));
    return recordOr(ownValue(recordOr(sides[side]), name));
  }
}

/** The file refers to an inner node by its number, or repeats the whole node. */
function numberOf(node: unknown): string {
  return idOf(isRecord(node) ? node['index'] : node) ?? '';
}

/** Unique names of a group's inputs: a repeated name gets its node's title as prefix. */
class Names {
  private readonly counts = new Map<string, number>();

  constructor(private readonly work: WorkBudget) {}

  next(name: string, node: EditorNode): string {
    const count = this.counts.get(name);
    if (count === undefined) {
      this.counts.set(name, 1);
      return name;
    }
    const longer = `${node.title ?? node.type} ${name}`;
    this.work.spend(longer.length);
    return this.counts.has(longer)
      ? `${longer} ${String(this.counts.size)}`
      : this.next(longer, node);
  }
}
