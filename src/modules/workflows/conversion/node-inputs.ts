import type { ComfyNode, NodeClassInfo } from '../../providers/public/comfy-types';
import { asLiteral } from '../graph/graph-edits';
import { excerptOf } from '../json/json-values';
import type { NodePosition, Report } from './conversion';
import type { Definitions } from './definitions';
import type { EditorInput, EditorNode } from './editor-graph';
import { type Frame, positionOf } from './subgraph-expansion';
import type { LinkResolver } from './link-resolver';
import { sizeOf } from './graph-index';
import { checked, defaultOf, type WidgetsByName } from './node-widgets';
import { sentPrompt } from './prompt-text';
import { hasUndescribedWidgets, withUndescribedInputs } from './undescribed-widgets';
import type { Slot, WidgetSlot } from './widget-slots';
import { choiceKey, isDisplayOnly, isMadeInBrowser } from './widget-types';

interface Tools {
  readonly links: LinkResolver;
  readonly definitions: Pick<Definitions, 'widgets' | 'work'>;
  readonly report: Report;
}

/** An editor node in API format: widget values, overridden by links. */
export function apiNode(
  frame: Frame,
  node: EditorNode,
  info: NodeClassInfo,
  tools: Tools,
): ComfyNode {
  const inputs = new NodeInputs(node, info, positionOf(frame, node), tools);
  frame.overlays.get(node.id)?.forEach((value, name) => inputs.put(name, value));
  for (const input of node.inputs) connect(frame, inputs, input, tools);
  const title = node.title ?? info.display_name ?? node.type;
  return { class_type: node.type, inputs: inputs.all(), _meta: { title } };
}

function connect(frame: Frame, inputs: NodeInputs, input: EditorInput, tools: Tools): void {
  const source = tools.links.source(frame, inputs.node, input);
  if (source.kind !== 'nothing') inputs.reportRemovedInput(input);
  if (source.kind === 'output') inputs.link(input.name, [source.node, source.slot]);
  if (source.kind !== 'value') return;
  // The same value may be copied to every node.
  tools.definitions.work.spend(sizeOf(source.value));
  inputs.put(input.widget ?? input.name, source.value);
}

class NodeInputs {
  /** Widgets with their values; `undefined`: none was saved. */
  private readonly widgets = new Map<WidgetSlot, unknown>();
  private readonly byName = new Map<string, WidgetSlot>();
  private readonly links = new Map<string, unknown>();
  /** Values without a widget of that name; sent anyway, as some packs take undeclared inputs. */
  private readonly extras = new Map<string, unknown>();

  constructor(
    readonly node: EditorNode,
    private readonly info: NodeClassInfo,
    private readonly place: NodePosition,
    private readonly tools: Pick<Tools, 'definitions' | 'report'>,
  ) {
    const saved = tools.definitions.widgets.values(node, info);
    for (const { slot, value } of saved.placed)
      this.setWidgetValue(slot, this.asSentByEditor(slot, value));
    for (const slot of saved.missing) this.setWidgetValue(slot, undefined);
    for (const [name, value] of saved.extras) this.extras.set(name, value);
    if (saved.stray.length > 0 && !hasUndescribedWidgets(node))
      this.reportUnusedValues(saved.stray);
  }

  private reportUnusedValues(values: readonly unknown[]): void {
    const some = values.slice(0, 3).map(excerptOf).join(', ');
    const more = values.length > 3 ? ` and ${String(values.length - 3)} more` : '';
    this.warn(
      values.length === 1
        ? `its value ${some} belongs to no input; left out`
        : `its values ${some}${more} belong to no input; left out`,
    );
  }

  /** Puts a value from outside into a widget. */
  put(name: string, value: unknown): void {
    const slot = this.byName.get(name) ?? this.everyWidget().get(name);
    if (!slot) {
      if (!/control_(?:after|before)_generate$/.test(name)) this.extras.set(name, value);
      return;
    }
    if (slot.subSlotsByChoice) this.replaceSubInputs(slot, value);
    this.setWidgetValue(slot, value);
  }

  /** Reports a linked field that the class no longer has. */
  reportRemovedInput({ name, widget }: EditorInput): void {
    const mayBeUndescribed =
      widget === null || name.includes('.') || hasUndescribedWidgets(this.node);
    if (mayBeUndescribed || this.byName.has(widget) || this.everyWidget().has(widget)) return;
    this.warn(`the class has no ${name}; what is linked to it is sent, and the node ignores it`);
  }

  link(name: string, source: readonly [node: string, slot: number]): void {
    this.links.set(name, source);
  }

  /** Every input of the node by name. */
  all(): ComfyNode['inputs'] {
    this.fillDefaults();
    const literals = [...this.widgets].flatMap(([slot, value]): [string, unknown][] => {
      if (this.links.has(slot.name) || value === undefined) return [];
      return [[slot.name, asLiteral(checked({ slot, value }, this.place, this.tools.report))]];
    });
    const extras = [...this.extras].map(([name, value]) => [name, asLiteral(value)] as const);
    const inputs = Object.fromEntries([...extras, ...literals, ...this.links]);
    return withUndescribedInputs(inputs, this.node);
  }

  /** The editor removes comments from prompts when it sends them. */
  private asSentByEditor(slot: WidgetSlot, value: unknown): unknown {
    if (typeof value !== 'string' || slot.spec[1]?.['dynamicPrompts'] !== true) return value;
    const { text, hasChoices } = sentPrompt(value);
    if (hasChoices)
      this.warn(
        `${slot.name} has choices in braces, which the editor draws again for each run; kept as text`,
      );
    return text;
  }

  private setWidgetValue(slot: WidgetSlot, value: unknown): void {
    this.widgets.set(slot, value);
    this.byName.set(slot.name, slot);
  }

  private everyWidget(): WidgetsByName {
    return this.tools.definitions.widgets.byName(this.node, this.info);
  }

  /** Replaces the sub-inputs of a dynamic choice by those of another option; equal names keep their values. */
  private replaceSubInputs(slot: WidgetSlot, value: unknown): void {
    const previous = new Map<string, unknown>();
    this.tools.definitions.work.spend(this.widgets.size);
    for (const [existing, own] of this.widgets) {
      if (!existing.name.startsWith(`${slot.name}.`)) continue;
      previous.set(existing.name, own);
      this.widgets.delete(existing);
      this.byName.delete(existing.name);
    }
    const adopt = (part: Slot): void => {
      if (part.kind !== 'widget') return;
      const own = previous.get(part.name);
      this.setWidgetValue(part, own);
      part.subSlotsByChoice?.get(choiceKey(own))?.forEach(adopt);
    };
    slot.subSlotsByChoice?.get(choiceKey(value))?.forEach(adopt);
  }

  /** Fills fields without a saved value with the defaults that the editor shows. */
  private fillDefaults(): void {
    const filled: string[] = [];
    const fill = (slot: WidgetSlot): void => {
      if (this.links.has(slot.name)) return;
      const value = defaultOf(slot);
      if (value === undefined) return;
      this.setWidgetValue(slot, value);
      if (!isDisplayOnly(slot) && !isMadeInBrowser(slot)) filled.push(slot.name);
      slot.subSlotsByChoice?.get(choiceKey(value))?.forEach((part) => {
        if (part.kind === 'widget' && !this.byName.has(part.name)) fill(part);
      });
    };
    for (const [slot, value] of [...this.widgets])
      if (value === undefined || value === null) this.widgets.set(slot, undefined);
    for (const [slot, value] of [...this.widgets])
      if (value === undefined && !(slot.mayLackValue && !slot.required)) fill(slot);
    if (filled.length > 0)
      this.warn(`the file has no value for ${filled.join(', ')}: the default of the class is used`);
  }

  private warn(reason: string): void {
    this.tools.report.warn('value', this.place, reason);
  }
}
