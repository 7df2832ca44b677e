import type { NodeClassInfo } from '../../providers/public/comfy-types';
import type { EditorNode } from './editor-graph';
import { type Found, widgetValues } from './node-widgets';
import { firstOf } from '../json/once';
import type { Placed } from './value-alignment';
import { slotsOf, type WidgetSlot, widgetsIn } from './widget-slots';
import type { Work } from './work';

/** All widgets of a node's class by name, whatever is chosen. */
export type WidgetsByName = ReadonlyMap<string, WidgetSlot>;

/** What one widget costs, in units of work. */
const WIDGET = 40;

/** The widgets of a file's nodes: found once for each node, however many instances of a subgraph repeat it. */
export class Widgets {
  private readonly names = new Map<EditorNode, WidgetsByName>();
  private readonly found = new Map<EditorNode, Found>();
  private readonly placedByName = new Map<EditorNode, ReadonlyMap<string, Placed>>();

  constructor(private readonly work: Work) {}

  /** All widgets of the class by name, whatever is chosen. */
  byName(node: EditorNode, info: NodeClassInfo): WidgetsByName {
    const known = this.names.get(node);
    if (known) return known;
    const widgets = widgetsIn(slotsOf(info, node.inputs));
    this.work.spend(widgets.length * WIDGET);
    const found = new Map(widgets.map((slot) => [slot.name, slot]));
    this.names.set(node, found);
    return found;
  }

  /** What the file says that a node's widgets hold. */
  values(node: EditorNode, info: NodeClassInfo): Found {
    const known = this.found.get(node);
    if (known) return known;
    const found = widgetValues(node, info, this.work);
    this.found.set(node, found);
    return found;
  }

  /** The same, by name. */
  placed(node: EditorNode, info: NodeClassInfo): ReadonlyMap<string, Placed> {
    const known = this.placedByName.get(node);
    if (known) return known;
    const { placed } = this.values(node, info);
    const found = firstOf(placed.map((one) => [one.slot.name, one] as const));
    this.placedByName.set(node, found);
    return found;
  }
}
