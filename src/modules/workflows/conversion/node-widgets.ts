import type { NodeClassInfo } from '../../providers/public/comfy-types';
import { choicesOf } from '../graph/input-specs';
import { ownValue } from '../../../platform/json';
import { excerptOf } from '../json/json-values';
import type { NodePosition, Report, WorkBudget } from './conversion';
import type { EditorNode } from './editor-graph';
import { align, type Alignment, type Placed } from './value-alignment';
import { isOpen, listed, MISFIT, rangeProblem, misfitCost } from './value-fit';
import { type Slot, slotsOf, widgetsIn, type WidgetSlot } from './widget-slots';
import { choiceKey, isMadeInBrowser, widgetTypeOf } from './widget-types';
import { firstByKey } from '../json/memoize';

/** Units of work per slot. */
const SLOT = 40;

export interface SavedValues {
  readonly placed: readonly Placed[];
  readonly missing: readonly WidgetSlot[];
  readonly stray: readonly unknown[];
  /** Named values without an input of the class: some packs take undeclared inputs. */
  readonly extras: readonly (readonly [name: string, value: unknown])[];
}

/**
 * The values of a node's widgets: by name where the file has names, otherwise by position. Inputs without a value are
 * listed as missing; {@link defaultOf} gives their default.
 */
export function widgetValues(node: EditorNode, info: NodeClassInfo, work: WorkBudget): SavedValues {
  const slots = slotsOf(info, node.inputs);
  work.spend(slots.length * SLOT);
  const stored = storedInProperties(node);
  const result = node.named
    ? byName(slots, node.named)
    : { ...byPosition(slots, node, info, work), extras: [] };
  if (!stored) return result;
  const override = (placed: Placed): Placed => {
    const value = ownValue(stored, placed.slot.name);
    return value === undefined ? placed : { ...placed, value };
  };
  return { ...result, placed: result.placed.map(override) };
}

/** Some packs store the authoritative values in the node's properties. */
function storedInProperties({ properties }: EditorNode): EditorNode['properties'] | null {
  return properties['has_serialized_properties'] === true ? properties : null;
}

/** The list by position beside it is ignored, as the editor does. */
function byName(slots: readonly Slot[], named: Readonly<Record<string, unknown>>): SavedValues {
  const placed: Placed[] = [];
  const missing: WidgetSlot[] = [];
  const visit = (slot: Slot): void => {
    if (slot.kind !== 'widget') return;
    const value = ownValue(named, slot.name);
    if (value === undefined) missing.push(slot);
    else placed.push({ slot, value });
    slot.subSlotsByChoice?.get(choiceKey(value))?.forEach(visit);
  };
  slots.forEach(visit);
  const known = new Set(
    [...placed, ...missing.map((slot) => ({ slot }))].map((one) => one.slot.name),
  );
  const extras = Object.entries(named).filter(
    ([name, value]) => !known.has(name) && !EDITOR_ONLY_VALUES.test(name) && isPlain(value),
  );
  return { placed, missing, stray: [], extras };
}

/** Names of values that only the editor and packs' scripts use. */
const EDITOR_ONLY_VALUES =
  /^(?:\$\$|upload$|videopreview|choose .* to upload|control_|.*\.control_|audioUI$|preview)/;

const isPlain = (value: unknown): boolean => value !== null && typeof value !== 'object';

function byPosition(
  slots: readonly Slot[],
  node: EditorNode,
  info: NodeClassInfo,
  work: WorkBudget,
): Alignment {
  const values = node.values ?? [];
  const today = align(slots, values, work);
  if (today.cost === 0) return today;
  const asSaved = inSavedOrder(slots, node, info, work);
  const saved = asSaved && align(asSaved, values, work);
  return saved && saved.cost < today.cost ? withNewer(saved, slots) : today;
}

/**
 * The slots in the order of the node's inputs in the file: editors since 2025 list an input for each widget, so the file
 * shows the order of the class at that time.
 */
function inSavedOrder(
  slots: readonly Slot[],
  node: EditorNode,
  info: NodeClassInfo,
  work: WorkBudget,
): readonly Slot[] | null {
  const names = node.inputs.flatMap(({ widget }) => widget ?? []);
  if (names.length === 0) return null;
  const groups = groupsByName(slots);
  const unknown = names.filter((name) => !groups.has(name) && !name.includes('.'));
  if (unknown.some((name) => ownValue(info.input.hidden ?? {}, name) !== undefined)) return null;
  return names.flatMap((name) => {
    const group = groups.get(name) ?? (name.includes('.') ? [] : [LEGACY]);
    work.spend(group.length);
    return group;
  });
}

const LEGACY: Slot = { kind: 'legacy' };

/** Each widget with the editor-only slots that follow it. */
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

/** Adds inputs that the file doesn't list as missing. */
function withNewer(saved: Alignment, slots: readonly Slot[]): Alignment {
  const assigned = new Set([...saved.placed.map(({ slot }) => slot), ...saved.missing]);
  const newer = slots.flatMap((slot) =>
    slot.kind === 'widget' && !assigned.has(slot) ? [slot] : [],
  );
  return { ...saved, missing: [...saved.missing, ...newer] };
}

/** The editor's default for a widget without a value; `undefined`: none. */
export function defaultOf(slot: WidgetSlot): unknown {
  const stated = slot.spec[1]?.['default'];
  if (stated !== undefined && stated !== null) return stated;
  if (slot.subSlotsByChoice) return slot.subSlotsByChoice.keys().next().value;
  const choices = choicesOf(slot.spec);
  return choices ? choices[0] : ownValue(PLAIN_DEFAULTS, widgetTypeOf(slot.spec));
}

const PLAIN_DEFAULTS: Readonly<Record<string, unknown>> = {
  INT: 0,
  FLOAT: 0,
  STRING: '',
  BOOLEAN: false,
  // Never saved, but required by the node.
  IMAGECOMPARE: ['', ''],
  LOAD_3D: '',
  LOAD_3D_ANIMATION: '',
};

/** A value in the node's own spelling; reports what the node would refuse. */
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
    report.error(
      'value',
      place,
      `${excerptOf(value)} is not a valid ${widgetTypeOf(slot.spec)} for ${name}`,
    );
  const fault = rangeProblem(slot, value);
  if (fault !== null)
    report.warn('value', place, `${excerptOf(value)} is ${fault}, which ${name} refuses`);
  const choice = listed(slot, value);
  if (choice !== undefined) return choice;
  if (typeof value === 'string' && unfit >= 4 && unfit < MISFIT && !isOpen(slot, value))
    report.warn('value', place, `${excerptOf(value)} isn't among the choices of ${name}`);
  return value;
}

/** All widgets of a node's class by name, those of all options included. */
export type WidgetsByName = ReadonlyMap<string, WidgetSlot>;

/** Units of work per widget. */
const WIDGET = 40;

/** Widgets and values of a file's nodes, computed once per node for all instances of a subgraph. */
export class Widgets {
  private readonly names = new Map<EditorNode, WidgetsByName>();
  private readonly result = new Map<EditorNode, SavedValues>();
  private readonly placedByName = new Map<EditorNode, ReadonlyMap<string, Placed>>();

  constructor(private readonly work: WorkBudget) {}

  /** All widgets of the class by name, those of all options included. */
  byName(node: EditorNode, info: NodeClassInfo): WidgetsByName {
    const cached = this.names.get(node);
    if (cached) return cached;
    const widgets = widgetsIn(slotsOf(info, node.inputs));
    this.work.spend(widgets.length * WIDGET);
    const result = new Map(widgets.map((slot) => [slot.name, slot]));
    this.names.set(node, result);
    return result;
  }

  /** The saved widget values of a node. */
  values(node: EditorNode, info: NodeClassInfo): SavedValues {
    const cached = this.result.get(node);
    if (cached) return cached;
    const result = widgetValues(node, info, this.work);
    this.result.set(node, result);
    return result;
  }

  /** The saved widget values by name. */
  placed(node: EditorNode, info: NodeClassInfo): ReadonlyMap<string, Placed> {
    const cached = this.placedByName.get(node);
    if (cached) return cached;
    const { placed } = this.values(node, info);
    const result = firstByKey(placed.map((one) => [one.slot.name, one] as const));
    this.placedByName.set(node, result);
    return result;
  }
}
