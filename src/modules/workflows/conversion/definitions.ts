import { isRecord, ownValue } from '../../../platform/json';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import { fitsType, inputsInEditor } from './bypass';
import type { Report, WorkBudget } from './conversion';
import type {
  Definition,
  EditorInput,
  EditorLink,
  EditorNode,
  EditorWorkflow,
} from './editor-graph';
import {
  linksFromBoundary,
  inputIndexes,
  inputsByLink,
  listedLinks,
  listedPresent,
} from './graph-index';
import { groupDefinition } from './group-nodes';
import { virtualKind } from './editor-classes';
import type { WidgetSlot } from './widget-slots';
import { Widgets } from './node-widgets';

const GROUP = /^workflow[>/](.+)$/s;
/** Deeper nested subgraphs are refused. */
export const MAX_DEPTH = 64;
/** Further inputs of the same name aren't matched by name. */
const MAX_SAME_NAME = 100;

/** The inner widget that an input of a definition sets. */
export interface Backing {
  readonly slot: WidgetSlot;
  /** The inner node that has the widget, or a nested instance that contains it. */
  readonly node: EditorNode;
  readonly input: string;
}

/** The subgraphs and group nodes of a workflow. */
export class Definitions {
  private readonly groups = new Map<string, Definition | null>();
  private depth = 0;
  private readonly backing = new Map<string, readonly (Backing | null)[]>();

  readonly report: Report;
  readonly work: WorkBudget;
  readonly widgets: Widgets;

  constructor(
    private readonly workflow: EditorWorkflow,
    readonly info: ObjectInfo,
    { report, work }: { readonly report: Report; readonly work: WorkBudget },
  ) {
    this.report = report;
    this.work = work;
    this.widgets = new Widgets(this.work);
  }

  /** The definition of an instance; `null` for an ordinary node. */
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
      const same = byName.get(name) ?? [];
      byName.set(name, same);
      if (same.length < MAX_SAME_NAME) same.push(index);
    });
    this.work.spend(definition.inputs.length);
    for (const input of node.inputs) {
      this.work.spend((byName.get(input.name)?.length ?? 0) + 1);
      const same = (byName.get(input.name) ?? []).filter((index) => open.has(index));
      const index = same.find((at) => definition.inputs[at]?.type === input.type) ?? same[0];
      if (index === undefined) this.reportUnknownInput(node, input, definition);
      else {
        slots[index] = input;
        open.delete(index);
      }
    }
    return slots;
  }

  /** A node's inputs as in the editor, with those that the file omits; for an unknown class those of the file. */
  inputsOf(node: EditorNode): readonly EditorInput[] {
    const info = ownValue(this.info, node.type);
    if (!info) return node.inputs;
    this.work.spend(node.inputs.length);
    return inputsInEditor(node, info, this.widgets.byName(node, info));
  }

  private reportUnknownInput(node: EditorNode, input: EditorInput, definition: Definition): void {
    if (input.link === null) return;
    const reason = `its input "${input.name}" isn't one of the subgraph "${definition.name}"; the link is left out`;
    this.report.warn('link', node, reason);
  }

  /** The widget that an input of a definition sets, at any depth; `null` for a plain socket. */
  behind(definition: Definition, index: number): Backing | null {
    const cached = this.backing.get(definition.id);
    if (cached) return cached[index] ?? null;
    // Recursive and too deeply nested subgraphs have no widget behind their inputs.
    if (this.depth > MAX_DEPTH) return null;
    this.backing.set(definition.id, []);
    this.depth += 1;
    const result = definition.inputs.map((_, at) => {
      const listed = listedPresent(definition)[at] ?? [];
      const drawn = linksFromBoundary(definition).get(at) ?? [];
      const links = listed.length > 0 ? listed : drawn.map(({ id }) => id);
      return this.findBackingWidget(definition, links);
    });
    this.depth -= 1;
    this.backing.set(definition.id, result);
    return result[index] ?? null;
  }

  private findBackingWidget(definition: Definition, links: readonly string[]): Backing | null {
    for (const link of links) {
      const target = definition.links.get(link);
      const node = target && definition.nodes.get(target.target);
      const input = node && inputsByLink(node).get(link);
      const slot = node && input ? this.widgetOf(node, input) : null;
      if (slot && node && input) return { slot, node, input: input.widget ?? input.name };
    }
    return null;
  }

  private widgetOf(node: EditorNode, input: EditorInput): WidgetSlot | null {
    const nested = this.of(node);
    if (nested) {
      const at = inputIndexes(nested).get(input.name);
      return at === undefined ? null : (this.behind(nested, at)?.slot ?? null);
    }
    if (virtualKind(node)) return null;
    const info = ownValue(this.info, node.type);
    if (!info) return input.widget === null ? null : unknownWidget(input);
    return this.widgets.byName(node, info).get(input.widget ?? input.name) ?? null;
  }

  /**
   * The boundary input of an inner link; `null` if there is none. Files keep links of removed inputs, whose index may
   * now belong to another input; so that one must list the link or have a fitting type.
   */
  boundaryIndex(definition: Definition, link: EditorLink, input: EditorInput): number | null {
    const listed = listedLinks(definition).get(link.id);
    if (listed !== undefined) return listed;
    const slot = definition.inputs[link.originSlot];
    if (!slot) return null;
    this.work.spend(slot.type.length + input.type.length);
    return fitsType(slot.type, input.type) ? link.originSlot : null;
  }

  private group(name: string): Definition | null {
    const cached = this.groups.get(name);
    if (cached !== undefined) return cached;
    const data = ownValue(this.workflow.groups, name);
    const group = isRecord(data) ? groupDefinition(name, data, this.info, this) : null;
    this.groups.set(name, group);
    return group;
  }
}

/** A widget of an unknown class, which accepts any value. */
function unknownWidget({ name, type }: EditorInput): WidgetSlot {
  return { kind: 'widget', name, spec: [type], required: false, mayLackValue: true };
}
