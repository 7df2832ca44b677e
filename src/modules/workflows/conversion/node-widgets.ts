import type { NodeClassInfo } from '../../providers/public/comfy-types';
import { choicesOf } from '../graph/input-specs';
import { ownValue, shown } from '../json/json-values';
import type { NodePosition, Report, Work } from './conversion';
import type { EditorNode } from './editor-graph';
import { align, type Alignment, type Placed } from './value-alignment';
import { isOpen, listed, MISFIT, sizeFault, misfitCost } from './value-fit';
import {
  choiceKey,
  isMadeInBrowser,
  type Slot,
  slotsOf,
  widgetsIn,
  type WidgetSlot,
  widgetTypeOf,
} from './widget-slots';
import { firstOf } from '../json/once';

/** What a place of a list costs, in units of work. */
const SLOT = 40;

export interface Found {
  readonly placed: readonly Placed[];
  readonly missing: readonly WidgetSlot[];
  readonly stray: readonly unknown[];
  /** What the file names and the class doesn't: some packs take inputs that they don't describe. */
  readonly extras: readonly (readonly [name: string, value: unknown])[];
}

/**
 * What a node's widgets hold: by name where the file says so, otherwise by position. An input without a value is left
 * out here; {@link defaultOf} tells what the editor would put there.
 */
export function widgetValues(node: EditorNode, info: NodeClassInfo, work: Work): Found {
  const slots = slotsOf(info, node.inputs);
  work.spend(slots.length * SLOT);
  const kept = keptInProperties(node);
  const found = node.named
    ? byName(slots, node.named)
    : { ...byPosition(slots, node, info, work), extras: [] };
  if (!kept) return found;
  const override = (placed: Placed): Placed => {
    const value = ownValue(kept, placed.slot.name);
    return value === undefined ? placed : { ...placed, value };
  };
  return { ...found, placed: found.placed.map(override) };
}

/** Some packs keep what counts in the node's properties. */
function keptInProperties({ properties }: EditorNode): EditorNode['properties'] | null {
  return properties['has_serialized_properties'] === true ? properties : null;
}

/** The list by position beside it is ignored, as the editor does. */
function byName(slots: readonly Slot[], named: Readonly<Record<string, unknown>>): Found {
  const placed: Placed[] = [];
  const missing: WidgetSlot[] = [];
  const visit = (slot: Slot): void => {
    if (slot.kind !== 'widget') return;
    const value = ownValue(named, slot.name);
    if (value === undefined) missing.push(slot);
    else placed.push({ slot, value });
    slot.options?.get(choiceKey(value))?.forEach(visit);
  };
  slots.forEach(visit);
  const known = new Set(
    [...placed, ...missing.map((slot) => ({ slot }))].map((one) => one.slot.name),
  );
  const extras = Object.entries(named).filter(
    ([name, value]) => !known.has(name) && !EDITORS_OWN.test(name) && isPlain(value),
  );
  return { placed, missing, stray: [], extras };
}

/** Names under which editors and packs save what only they need. */
const EDITORS_OWN =
  /^(?:\$\$|upload$|videopreview|choose .* to upload|control_|.*\.control_|audioUI$|preview)/;

const isPlain = (value: unknown): boolean => value !== null && typeof value !== 'object';

function byPosition(
  slots: readonly Slot[],
  node: EditorNode,
  info: NodeClassInfo,
  work: Work,
): Alignment {
  const values = node.values ?? [];
  const today = align(slots, values, work);
  if (today.cost === 0) return today;
  const asSaved = inSavedOrder(slots, node, info, work);
  const saved = asSaved && align(asSaved, values, work);
  return saved && saved.cost < today.cost ? withNewer(saved, slots) : today;
}

/**
 * The places in the order in which the file lists the node's slots: editors since 2025 list one for each widget, so a
 * file knows the order of the class as it was.
 */
function inSavedOrder(
  slots: readonly Slot[],
  node: EditorNode,
  info: NodeClassInfo,
  work: Work,
): readonly Slot[] | null {
  const names = node.inputs.flatMap(({ widget }) => widget ?? []);
  if (names.length === 0) return null;
  const groups = groupsByName(slots);
  const unknown = names.filter((name) => !groups.has(name) && !name.includes('.'));
  if (unknown.some((name) => ownValue(info.input.hidden ?? {}, name) !== undefined)) return null;
  return names.flatMap((name) => {
    const group = groups.get(name) ?? (name.includes('.') ? [] : [GHOST]);
    work.spend(group.length);
    return group;
  });
}

const GHOST: Slot = { kind: 'ghost' };

/** Each widget with the places of the editor that follow it. */
function groupsByName(slots: readonly Slot[]): ReadonlyMap<string, readonly Slot[]> {
  const groups = new Map<string, Slot[]>();
  let group: Slot[] = [];
  for (const slot of slots) {
    if (slot.kind === 'widget') {
      group = [];
      groups.set(slot.name, group);
    }
    group.push(slot);
  }
  return groups;
}

/** Inputs that the file's order didn't know have no value. */
function withNewer(saved: Alignment, slots: readonly Slot[]): Alignment {
  const seen = new Set([...saved.placed.map(({ slot }) => slot), ...saved.missing]);
  const newer = slots.flatMap((slot) => (slot.kind === 'widget' && !seen.has(slot) ? [slot] : []));
  return { ...saved, missing: [...saved.missing, ...newer] };
}

/** What the editor puts into a widget that has no value; `undefined`: nothing. */
export function defaultOf(slot: WidgetSlot): unknown {
  const stated = slot.spec[1]?.['default'];
  if (stated !== undefined && stated !== null) return stated;
  if (slot.options) return slot.options.keys().next().value;
  const choices = choicesOf(slot.spec);
  return choices ? choices[0] : ownValue(PLAIN_DEFAULTS, widgetTypeOf(slot.spec));
}

const PLAIN_DEFAULTS: Readonly<Record<string, unknown>> = {
  INT: 0,
  FLOAT: 0,
  STRING: '',
  BOOLEAN: false,
  // Nothing is saved for these, but the node insists on being sent something.
  IMAGECOMPARE: ['', ''],
  LOAD_3D: '',
  LOAD_3D_ANIMATION: '',
};

/** A value as the node takes it, in the node's own spelling; tells what the node would refuse. */
export function checked({ slot, value }: Placed, place: NodePosition, report: Report): unknown {
  const unfit = misfitCost(slot, value);
  const name = slot.name;
  if (isMadeInBrowser(slot) && value === '')
    report.error(
      'value',
      place,
      `${name} is made by the editor in a browser; link it or leave the node out`,
    );
  if (unfit >= MISFIT)
    report.error('value', place, `${shown(value)} is no ${widgetTypeOf(slot.spec)} for ${name}`);
  const fault = sizeFault(slot, value);
  if (fault !== null)
    report.warn('value', place, `${shown(value)} is ${fault}, which ${name} refuses`);
  const choice = listed(slot, value);
  if (choice !== undefined) return choice;
  if (typeof value === 'string' && unfit >= 4 && unfit < MISFIT && !isOpen(slot, value))
    report.warn('value', place, `${shown(value)} isn't among the choices of ${name}`);
  return value;
}

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
