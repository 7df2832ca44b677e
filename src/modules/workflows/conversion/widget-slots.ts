import { isRecord } from '../../../platform/json';
import type { InputSpec, NodeClassInfo } from '../../providers/public/comfy-types';
import { typeOf } from '../graph/input-specs';
import { recordOr, textOf } from '../json/json-values';

/*
 * The order of a node's saved values: that of the class's widget inputs, with editor-only slots in between.
 */

/** A node's input in the file: its name, and the widget that it feeds, if any. */
interface SavedSlot {
  readonly name: string;
  readonly widget: string | null;
}

/** One slot in a node's list of values. */
export type Slot =
  | WidgetSlot
  /** "fixed", "randomize"… after a number that changes after each run; before 2024 a boolean. */
  | { readonly kind: 'control' }
  /** The filter text after the control of a choice. */
  | { readonly kind: 'filter' }
  /** The value of a button or a player: "image", null… */
  | { readonly kind: 'decoration' }
  /** One number of a box that is drawn with four fields of their own. */
  | { readonly kind: 'part' }
  /** A widget with `forceInput`, or one that the class no longer has: only old editors saved a value. */
  | { readonly kind: 'ghost' };

export interface WidgetSlot {
  readonly kind: 'widget';
  /** As the API names it; parts of a dynamic choice are dotted (`format.codec`). */
  readonly name: string;
  readonly spec: InputSpec;
  readonly required: boolean;
  /** May have no value: the editor hides it, or saved it as a plain socket. */
  readonly mayLackValue: boolean;
  /** For a dynamic choice: the sub-inputs of each option. */
  readonly options?: ReadonlyMap<string, readonly Slot[]>;
}

const PLAIN = ['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'COMBO'];
const WIDGETS: ReadonlySet<string> = new Set([
  ...PLAIN,
  ...['COMFY_DYNAMICCOMBO_V3', 'COLOR', 'COLORS', 'CURVE', 'RANGE', 'MARKDOWN', 'TEXTAREA'],
  ...['BOUNDING_BOX', 'BOUNDING_BOXES', 'WEBCAM', 'LOAD_3D', 'IMAGECOMPARE', 'AUDIO_RECORD'],
  ...['COMPOSITOR', 'PAINTER', 'CHART', 'GALLERIA', 'LOAD_3D_ANIMATION'],
]);
/** Values that the editor renders or records when it sends a prompt. */
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

/** The slots of a node's list of values, in order; `saved` are the node's inputs in the file. */
export function slotsOf(info: NodeClassInfo, saved: readonly SavedSlot[]): readonly Slot[] {
  const byName = new Map(saved.map((input) => [input.name, input]));
  const section = (inputs: Inputs | undefined, order: Order, required: boolean) =>
    namesIn(inputs, order).flatMap(([name, spec]) =>
      slotsFor({ name, spec, required, saved: byName.get(name) }, 0),
    );
  const { required, optional } = info.input;
  // Old editors put the button after the required inputs, newer ones after all.
  const button = Object.values(required ?? {}).some(hasUploadButton) ? [BUTTON] : [];
  return [
    ...section(required, info.input_order?.['required'], true),
    ...button,
    ...section(optional, info.input_order?.['optional'], false),
    ...button,
  ];
}

/** The widgets among the slots, sub-inputs of dynamic choices included. */
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
  const mayLackValue =
    options['hidden'] === true || options['defaultInput'] === true || saved?.widget === null;
  const parts = typeOf(spec) === DYNAMIC ? { options: optionsOf(entry, depth) } : {};
  const widget: Slot = { kind: 'widget', name, spec, required, mayLackValue, ...parts };
  return [...buttons(spec), widget, ...companions(name, spec)];
}

/** A 3D view has three buttons before it. */
function buttons(spec: InputSpec): readonly Slot[] {
  return typeOf(spec).startsWith('LOAD_3D') ? [BUTTON, BUTTON, BUTTON] : [];
}

/** Is the value made in the browser, so that a server can't know it? */
export function isMadeInBrowser(slot: WidgetSlot): boolean {
  return MADE_IN_BROWSER.includes(typeOf(slot.spec)) && !isDisplayOnly(slot);
}

/** Is it display only, so that the node needs no value? */
export function isDisplayOnly({ name, spec }: WidgetSlot): boolean {
  return typeOf(spec) === 'IMAGECOMPARE' || name === 'viewport_state';
}

/** `image_upload`, `audio_upload`…: the editor adds a button. */
export function hasUploadButton([, options]: InputSpec): boolean {
  return Object.entries(options ?? {}).some(([key, on]) => key.endsWith('_upload') && on === true);
}

/** Does the editor show a field for an input? For unusual types the file decides. */
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

/** Has the input a control? The editor adds one to seeds without the flag, too. */
export function changesAfterRun(name: string, spec: InputSpec): boolean {
  const flag = spec[1]?.['control_after_generate'];
  if (flag !== undefined && flag !== null) return flag !== false;
  return widgetTypeOf(spec) === 'INT' && (name === 'seed' || name === 'noise_seed');
}

/** The widget type; an input of several types may state it. */
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

/** The key of the option that a value selects. */
export function choiceKey(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
