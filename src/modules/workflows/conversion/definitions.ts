import type { ObjectInfo } from '../../providers/public/comfy-types';
import { isRecord } from '../json-values';
import { ownValue } from '../own-value';
import type { Report } from './conversion';
import type {
  Definition,
  EditorInput,
  EditorLink,
  EditorNode,
  EditorWorkflow,
} from './editor-graph';
import { groupDefinition } from './group-nodes';
import { widgetsByName } from './node-widgets';
import { fitsType } from './slot-types';
import type { WidgetSlot } from './widget-slots';

const GROUP = /^workflow[>/](.+)$/s;
/** Subgraphs deeper than this in each other are refused. */
export const DEEPEST = 64;

/** The widget that an input of a definition stands for. */
export interface Backing {
  readonly slot: WidgetSlot;
  /** The node inside that has it, or an instance that has it further in. */
  readonly node: EditorNode;
  readonly input: string;
}

/** The subgraphs and group nodes of a workflow. */
export class Definitions {
  private readonly groups = new Map<string, Definition | null>();
  /** By definition: the index of the input that lists a link. */
  private readonly listed = new Map<string, ReadonlyMap<string, number>>();
  private depth = 0;
  private readonly backing = new Map<string, readonly (Backing | null)[]>();

  constructor(
    private readonly workflow: EditorWorkflow,
    readonly info: ObjectInfo,
    private readonly report: Report,
  ) {}

  /** What a node is an instance of; `null` for an ordinary node. */
  of({ type }: EditorNode): Definition | null {
    const subgraph = this.workflow.definitions.get(type);
    if (subgraph) return subgraph;
    const name = GROUP.exec(type)?.[1];
    return name === undefined ? null : this.group(name);
  }

  /**
   * An instance's slots in the order of its definition's inputs. Files leave slots out and keep them in another order,
   * so they are matched by name, and among equal names by type.
   */
  slotsOf(node: EditorNode, definition: Definition): readonly (EditorInput | null)[] {
    const open = new Set(definition.inputs.keys());
    const slots: (EditorInput | null)[] = definition.inputs.map(() => null);
    const byName = new Map<string, number[]>();
    definition.inputs.forEach(({ name }, index) => {
      byName.set(name, [...(byName.get(name) ?? []).slice(0, 100), index]);
    });
    const loose: EditorInput[] = [];
    for (const input of node.inputs) {
      const same = (byName.get(input.name) ?? []).filter((index) => open.has(index));
      const index = same.find((at) => definition.inputs[at]?.type === input.type) ?? same[0];
      if (index === undefined) loose.push(input);
      else {
        slots[index] = input;
        open.delete(index);
      }
    }
    for (const input of loose) {
      // The slots of a group node could be renamed, but kept their order.
      const index = definition.groupPlaces && [...open].find((at) => fits(definition, at, input));
      if (index === undefined) this.tellLoose(node, input, definition);
      else {
        slots[index] = input;
        open.delete(index);
      }
    }
    return slots;
  }

  private tellLoose(node: EditorNode, input: EditorInput, definition: Definition): void {
    if (input.link === null) return;
    const reason = `its input "${input.name}" isn't one of the subgraph "${definition.name}"; the link is left out`;
    this.report.warn('link', node, reason);
  }

  /** The widget behind an input of a definition, however deep; `null` for a plain socket. */
  behind(definition: Definition, index: number): Backing | null {
    const known = this.backing.get(definition.id);
    if (known) return known[index] ?? null;
    // A subgraph inside itself finds nothing behind its own inputs, and one too deep to be used neither.
    if (this.depth > DEEPEST) return null;
    this.backing.set(definition.id, []);
    this.depth += 1;
    const feeds = linksFromBorder(definition);
    const found = definition.inputs.map((slot, at) => {
      const listed = slot.links.filter((link) => definition.links.has(link));
      return this.findBehind(definition, listed.length > 0 ? listed : (feeds.get(at) ?? []));
    });
    this.depth -= 1;
    this.backing.set(definition.id, found);
    return found[index] ?? null;
  }

  private findBehind(definition: Definition, links: readonly string[]): Backing | null {
    for (const link of links) {
      const target = definition.links.get(link);
      const node = target && definition.nodes.get(target.target);
      const input = node?.inputs.find((one) => one.link === link);
      const slot = node && input ? this.widgetOf(node, input) : null;
      if (slot && node && input) return { slot, node, input: input.widget ?? input.name };
    }
    return null;
  }

  private widgetOf(node: EditorNode, input: EditorInput): WidgetSlot | null {
    const nested = this.of(node);
    if (nested) {
      const at = nested.inputs.findIndex(({ name }) => name === input.name);
      return at < 0 ? null : (this.behind(nested, at)?.slot ?? null);
    }
    const info = ownValue(this.info, node.type);
    if (!info) return input.widget === null ? null : unknownWidget(input);
    return widgetsByName(info, node).get(input.widget ?? input.name) ?? null;
  }

  /**
   * The border's input that a link inside comes from. Files keep links of inputs that were taken away, whose number then
   * means another input: only that input's own list tells. `null`: it comes from none.
   */
  borderIndex(definition: Definition, link: EditorLink, input: EditorInput): number | null {
    const listed = this.listedIn(definition).get(link.id);
    if (listed !== undefined) return listed;
    const slot = definition.inputs[link.originSlot];
    if (!slot || !fitsType(slot.type, input.type)) return null;
    const isTaken = slot.links.some((id) => definition.links.has(id));
    return isTaken && input.widget !== null ? null : link.originSlot;
  }

  private listedIn(definition: Definition): ReadonlyMap<string, number> {
    const known = this.listed.get(definition.id);
    if (known) return known;
    const found = new Map(
      definition.inputs.flatMap(({ links }, index) => links.map((link) => [link, index] as const)),
    );
    this.listed.set(definition.id, found);
    return found;
  }

  private group(name: string): Definition | null {
    const known = this.groups.get(name);
    if (known !== undefined) return known;
    const data = ownValue(this.workflow.groups, name);
    const group = isRecord(data) ? groupDefinition(name, data, this.info, this.report) : null;
    this.groups.set(name, group);
    return group;
  }
}

function fits(definition: Definition, index: number, input: EditorInput): boolean {
  return fitsType(input.type, definition.inputs[index]?.type ?? '*');
}

/** The links of each input of the border, for definitions whose own lists went stale. */
function linksFromBorder(definition: Definition): ReadonlyMap<number, readonly string[]> {
  const feeds = new Map<number, string[]>();
  for (const { id, origin, originSlot } of definition.links.values()) {
    if (origin !== definition.inputNode) continue;
    const links = feeds.get(originSlot) ?? [];
    feeds.set(originSlot, links);
    links.push(id);
  }
  return feeds;
}

/** A widget of a class that the node doesn't offer: it takes anything. */
function unknownWidget({ name, type }: EditorInput): WidgetSlot {
  return { kind: 'widget', name, spec: [type], required: false, spare: true };
}
