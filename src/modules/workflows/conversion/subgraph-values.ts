import { isRecord, listOr, recordOr } from '../../../platform/json';
import { idOf, excerptOf } from '../json/json-values';
import type { NodePosition, Report } from './conversion';
import type { Definitions } from './definitions';
import type { Definition, EditorNode } from './editor-graph';
import { inputIndexes, linkedByWidget } from './graph-index';
import { align, type Alignment } from './value-alignment';
import type { Slot, WidgetSlot } from './widget-slots';
import { hasRunControl } from './widget-types';

/** Values for widgets of inner nodes, by node and widget. */
export type Overlays = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

export interface InstanceValues {
  /** By index of the definition's input. */
  readonly values: ReadonlyMap<number, unknown>;
  readonly overlays: Overlays;
}

export interface Instance {
  readonly node: EditorNode;
  readonly definition: Definition;
  readonly place: NodePosition;
  /** Values that an outer instance set on this one's fields, by name. */
  readonly above: ReadonlyMap<string, unknown>;
}

/**
 * The values of a subgraph instance that override those of its inner nodes. Editors stored them in four ways: by position
 * over the widget-backed inputs (2025-08, and again since 2026), only in the inner nodes (`proxyWidgets` without
 * values), by position in `proxyWidgets`, or by name.
 */
export function readSubgraphValues(
  instance: Instance,
  definitions: Definitions,
  report: Report,
): InstanceValues {
  const fields = new InstanceFields(instance, definitions, report);
  const { node, definition } = instance;
  const proxies = proxiesOf(node);
  if (definition.groupValueLayouts) fields.setGroupValues(definition.groupValueLayouts);
  else if (node.named)
    Object.entries(node.named).forEach(([name, value]) => fields.put(name, value));
  else if (proxies.length > 0) fields.setProxyValues(proxies);
  else fields.setListedValues();
  fields.setQuarantinedValues();
  for (const [name, value] of instance.above) fields.setProxyValue(['-1', name], value);
  return fields;
}

type Proxy = readonly [node: string, widget: string];

function proxiesOf({ properties }: EditorNode): readonly Proxy[] {
  return listOr(properties['proxyWidgets']).flatMap((entry) => {
    const [node, widget] = listOr(entry);
    return typeof widget === 'string' ? [[idOf(node) ?? '', widget] as const] : [];
  });
}

const CONTROL = /^control_(?:after|before)_generate$/;

class InstanceFields implements InstanceValues {
  readonly values = new Map<number, unknown>();
  readonly overlays = new Map<string, Map<string, unknown>>();

  constructor(
    private readonly instance: Instance,
    private readonly definitions: Definitions,
    private readonly report: Report,
  ) {}

  /** Sets the input of that name; returns `false` if there is none. */
  put(name: string, value: unknown): boolean {
    const index = inputIndexes(this.instance.definition).get(name);
    if (index === undefined) return false;
    if (value !== null && value !== undefined) this.values.set(index, value);
    return true;
  }

  setProxyValues(proxies: readonly Proxy[]): void {
    const values = this.instance.node.values ?? [];
    proxies.forEach((proxy, index) => this.setProxyValue(proxy, values[index]));
    if (values.length > proxies.length) this.reportUnusedValues(values[proxies.length]);
  }

  /** `null` and `undefined` keep the inner value. Names that begin with `$$` are previews. */
  setProxyValue([node, widget]: Proxy, value: unknown): void {
    if (value === null || value === undefined || widget.startsWith('$$')) return;
    if (node !== '-1') this.setOverlay(node, widget, value);
    else if (!this.put(widget, value) && !CONTROL.test(widget)) this.reportUnusedValues(value);
  }

  setListedValues(): void {
    const { node, definition } = this.instance;
    if (!node.values || node.values.length === 0) return;
    const fields = definition.inputs.flatMap((_, index): readonly WidgetSlot[] => {
      const widget = this.definitions.behind(definition, index)?.slot;
      return widget ? [{ ...plain(widget), name: String(index), mayLackValue: false }] : [];
    });
    const withControls = fields.flatMap((slot): readonly Slot[] =>
      hasRunControl(slot.name, slot.spec) ? [slot, { kind: 'control' }] : [slot],
    );
    // In a list with one value per field, a text equal to a control keyword is not a control.
    const { placed, stray } = this.aligned([fields, withControls], node.values);
    for (const { slot, value } of placed)
      if (value !== null && value !== undefined) this.values.set(Number(slot.name), value);
    stray.slice(0, 1).forEach((value) => this.reportUnusedValues(value));
  }

  /** A group node's own list of values, by the slot list with the lowest cost. */
  setGroupValues(readings: readonly (readonly Slot[])[]): void {
    const { placed, stray } = this.aligned(readings, this.instance.node.values ?? []);
    for (const { slot, value } of placed) {
      const [node = '', widget = ''] = slot.name.split('\0');
      if (value !== null && value !== undefined) this.setOverlay(node, widget, value);
    }
    stray.slice(0, 1).forEach((value) => this.reportUnusedValues(value));
  }

  /** Values that the editor couldn't assign when it migrated the file. */
  setQuarantinedValues(): void {
    const entries = listOr(this.instance.node.properties['proxyWidgetErrorQuarantine']);
    for (const entry of entries.toReversed().map(recordOr)) {
      const [node, name] = listOr(entry['originalEntry']);
      if (idOf(node) === '-1' && typeof name === 'string') this.put(name, entry['hostValue']);
    }
  }

  /** The alignment with the lowest cost of these slot lists, the first one on a tie. */
  private aligned(
    readings: readonly (readonly Slot[])[],
    values: readonly unknown[],
  ): Pick<Alignment, 'placed' | 'stray'> {
    const alignments = readings.map((slots) => align(slots, values, this.definitions.work));
    const [best] = alignments.toSorted((a, b) => a.cost - b.cost);
    return best ?? { placed: [], stray: [] };
  }

  private setOverlay(node: string, widget: string, value: unknown): void {
    const target = this.instance.definition.nodes.get(node);
    const index = target ? this.boundaryBehind(target, widget) : null;
    const widgets = this.overlays.get(node) ?? new Map<string, unknown>();
    if (!target) this.reportUnusedValues(value);
    else if (index === null) this.overlays.set(node, widgets.set(widget, value));
    else this.values.set(index, value);
  }

  /** The boundary input that feeds an inner widget: the value then belongs to that input. */
  private boundaryBehind(node: EditorNode, widget: string): number | null {
    const { definition } = this.instance;
    const input = linkedByWidget(node).get(widget);
    const link = definition.links.get(input?.link ?? '');
    return input && link?.origin === definition.inputNode
      ? this.definitions.boundaryIndex(definition, link, input)
      : null;
  }

  private reportUnusedValues(value: unknown): void {
    if (isRecord(value)) return;
    const reason = `its value ${excerptOf(value)} belongs to no input of the subgraph "${this.instance.definition.name}"`;
    this.report.warn('value', this.instance.place, reason);
  }
}

/** Without the sub-inputs of a dynamic choice: an instance stores only the choice itself. */
function plain(slot: WidgetSlot): WidgetSlot {
  const { subSlotsByChoice, ...rest } = slot;
  if (!subSlotsByChoice) return rest;
  return { ...rest, spec: ['COMBO', { options: [...subSlotsByChoice.keys()] }] };
}
