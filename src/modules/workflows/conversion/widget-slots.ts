import { isRecord } from '../../../platform/json';
import type { InputSpec, NodeClassInfo } from '../../providers/public/comfy-types';
import { typeOf } from '../graph/input-specs';
import { recordOr, textOf } from '../json/json-values';

/*
 * The order in which the editor writes a node's values: that of its widgets, which is that of the class's inputs, with
 * places in between that only the editor uses.
 */

/** What a file says about a slot: its name, and that of the field that it feeds, if any. */
interface SavedSlot {
  readonly name: string;
  readonly widget: string | null;
}

/** A place in a node's list of values. */
export type Slot =
  | WidgetSlot
  /** "fixed", "randomize"… behind a number that changes after each run; before 2024 true or false. */
  | { readonly kind: 'control' }
  /** The filter text behind the control of a choice. */
  | { readonly kind: 'filter' }
  /** What a button or a player leaves there: "image", null… */
  | { readonly kind: 'decoration' }
  /** One number of a box that is drawn with four fields of their own. */
  | { readonly kind: 'part' }
  /** A widget that is hidden behind a link for good: old editors gave it a place, newer ones don't. */
  | { readonly kind: 'ghost' };

export interface WidgetSlot {
  readonly kind: 'widget';
  /** As the API names it; parts of a dynamic choice are dotted (`format.codec`). */
  readonly name: string;
  readonly spec: InputSpec;
  readonly required: boolean;
  /** The node can do without: the editor doesn't show it, or knew it as a plain socket. */
  readonly spare: boolean;
  /** What each choice brings along, for a dynamic choice. */
  readonly options?: ReadonlyMap<string, readonly Slot[]>;
}

const PLAIN = ['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'COMBO'];
const WIDGETS: ReadonlySet<string> = new Set([
  ...PLAIN,
  ...['COMFY_DYNAMICCOMBO_V3', 'COLOR', 'COLORS', 'CURVE', 'RANGE', 'MARKDOWN', 'TEXTAREA'],
  ...['BOUNDING_BOX', 'BOUNDING_BOXES', 'WEBCAM', 'LOAD_3D', 'IMAGECOMPARE', 'AUDIO_RECORD'],
  ...['COMPOSITOR', 'PAINTER', 'CHART', 'GALLERIA', 'LOAD_3D_ANIMATION'],
]);
/** What the editor renders or records itself when it sends a prompt. */
const MADE_IN_BROWSER = ['LOAD_3D', 'LOAD_3D_ANIMATION', 'WEBCAM', 'AUDIO_RECORD'];
const DYNAMIC = 'COMFY_DYNAMICCOMBO_V3';
const MAX_DEPTH = 8;

const BUTTON: Slot = { kind: 'decoration' };

interface Entry {
  readonly name: string;
  readonly spec: InputSpec;
  readonly required: boolean;
  readonly saved: SavedSlot | undefined;
}

type Inputs = Readonly<Record<string, InputSpec>>;
type Order = readonly string[] | undefined;

/** The places of a node's list of values, in order; `saved` are the slots that the file has for the node. */
export function slotsOf(info: NodeClassInfo, saved: readonly SavedSlot[]): readonly Slot[] {
  const byName = new Map(saved.map((input) => [input.name, input]));
  const section = (inputs: Inputs | undefined, order: Order, required: boolean) =>
    namesIn(inputs, order).flatMap(([name, spec]) =>
      slotsFor({ name, spec, required, saved: byName.get(name) }, 0),
    );
  const { required, optional } = info.input;
  // Old editors put the button behind the required inputs, newer ones behind all.
  const button = Object.values(required ?? {}).some(hasUploadButton) ? [BUTTON] : [];
  return [
    ...section(required, info.input_order?.['required'], true),
    ...button,
    ...section(optional, info.input_order?.['optional'], false),
    ...button,
  ];
}

/** The widgets among the places, parts of dynamic choices included. */
export function widgetsIn(slots: readonly Slot[]): readonly WidgetSlot[] {
  return slots.flatMap((slot) =>
    slot.kind === 'widget'
      ? [slot, ...[...(slot.options?.values() ?? [])].flatMap((parts) => widgetsIn(parts))]
      : [],
  );
}

function namesIn(inputs: Inputs = {}, order: Order): readonly (readonly [string, InputSpec])[] {
  const entries = Object.entries(inputs);
  if (!order) return entries;
  const place = new Map(order.map((name, index) => [name, index]));
  const positionOf = (name: string): number => place.get(name) ?? order.length;
  return entries.toSorted(([a], [b]) => positionOf(a) - positionOf(b));
}

function slotsFor(entry: Entry, depth: number): readonly Slot[] {
  const { name, spec, required, saved } = entry;
  const options = spec[1] ?? {};
  if (!isWidget(spec, saved)) return [];
  if (options['forceInput'] === true) return [{ kind: 'ghost' }];
  const spare =
    options['hidden'] === true || options['defaultInput'] === true || saved?.widget === null;
  const parts = typeOf(spec) === DYNAMIC ? { options: optionsOf(entry, depth) } : {};
  const widget: Slot = { kind: 'widget', name, spec, required, spare, ...parts };
  return [...buttons(spec), widget, ...companions(name, spec)];
}

/** A view of a model comes with buttons in front. */
function buttons(spec: InputSpec): readonly Slot[] {
  return typeOf(spec).startsWith('LOAD_3D') ? [BUTTON, BUTTON, BUTTON] : [];
}

/** Can a server not know the value, since the editor makes it from what it shows? */
export function isMadeInBrowser(slot: WidgetSlot): boolean {
  return MADE_IN_BROWSER.includes(typeOf(slot.spec)) && !isForShow(slot);
}

/** Does a widget only show something? The node does without its value: how a model was turned last, two pictures. */
export function isForShow({ name, spec }: WidgetSlot): boolean {
  return typeOf(spec) === 'IMAGECOMPARE' || name === 'viewport_state';
}

/** `image_upload`, `audio_upload`…: the editor adds a button. */
export function hasUploadButton([, options]: InputSpec): boolean {
  return Object.entries(options ?? {}).some(([key, on]) => key.endsWith('_upload') && on === true);
}

/** Whether the editor shows a field for an input. What the file itself says of odd types counts most. */
function isWidget(spec: InputSpec, saved: SavedSlot | undefined): boolean {
  const { widgetType, socketless, forceInput } = spec[1] ?? {};
  const type = typeOf(spec);
  if (PLAIN.includes(type) || typeof widgetType === 'string' || type === DYNAMIC) return true;
  if (forceInput === true) return false;
  if (saved) return saved.widget !== null;
  return WIDGETS.has(type) || socketless === true || isMixed(type, spec[1] ?? {});
}

/** `FLOAT,INT`: either a number in a field or a link to one. */
function isMixed(type: string, options: Readonly<Record<string, unknown>>): boolean {
  const bounded = ['default', 'min', 'max'].some((key) => options[key] !== undefined);
  return bounded && type.includes(',') && type.split(',').some((part) => PLAIN.includes(part));
}

function companions(name: string, spec: InputSpec): readonly Slot[] {
  const type = widgetTypeOf(spec);
  if (type === 'BOUNDING_BOX') return Array.from({ length: 4 }, () => ({ kind: 'part' }) as const);
  if (!changesAfterRun(name, spec)) return [];
  return type === 'COMBO' ? [{ kind: 'control' }, { kind: 'filter' }] : [{ kind: 'control' }];
}

/** The editor adds the control by itself to seeds that don't ask for it. */
export function changesAfterRun(name: string, spec: InputSpec): boolean {
  const flag = spec[1]?.['control_after_generate'];
  if (flag !== undefined && flag !== null) return flag !== false;
  return widgetTypeOf(spec) === 'INT' && (name === 'seed' || name === 'noise_seed');
}

/** The type of the field, which an input of several types names itself. */
export function widgetTypeOf(spec: InputSpec): string {
  const stated = textOf(spec[1]?.['widgetType']);
  if (stated !== null) return stated;
  const type = typeOf(spec);
  return type.split(',').find((part) => PLAIN.includes(part)) ?? type;
}

function optionsOf({ name, spec }: Entry, depth: number): ReadonlyMap<string, readonly Slot[]> {
  const options = spec[1]?.['options'];
  const parts = new Map<string, readonly Slot[]>();
  if (!Array.isArray(options) || depth > MAX_DEPTH) return parts;
  for (const option of (options as unknown[]).filter(isRecord)) {
    const inputs = recordOr(option['inputs']);
    const sections = [inputs['required'], inputs['optional']] as const;
    const slots = sections.flatMap((section, index) =>
      Object.entries(recordOr(section)).flatMap(([key, value]) =>
        Array.isArray(value)
          ? slotsFor(
              partOf(`${name}.${key}`, value as unknown as InputSpec, index === 0),
              depth + 1,
            )
          : [],
      ),
    );
    parts.set(String(option['key']), slots);
  }
  return parts;
}

function partOf(name: string, spec: InputSpec, required: boolean): Entry {
  return { name, spec, required, saved: undefined };
}

/** The name of an option that a value chooses. */
export function choiceKey(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
