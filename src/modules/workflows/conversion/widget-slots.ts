import { isRecord, recordOr } from '../../../platform/json';
import type { InputSpec, NodeClassInfo } from '../../providers/public/comfy-types';
import { typeOf } from '../graph/input-specs';
import {
  DYNAMIC_CHOICE,
  hasRunControl,
  hasUploadButton,
  mayHaveSavedValue,
  widgetTypeOf,
} from './widget-types';

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
  | { readonly kind: 'boxField' }
  /** A widget with `forceInput`, or one that the class no longer has: only old editors saved a value. */
  | { readonly kind: 'legacy' };

export interface WidgetSlot {
  readonly kind: 'widget';
  /** As the API names it; parts of a dynamic choice are dotted (`format.codec`). */
  readonly name: string;
  readonly spec: InputSpec;
  readonly required: boolean;
  /** May have no value: the editor hides it, or saved it as a plain socket. */
  readonly mayLackValue: boolean;
  /** For a dynamic choice: the slots of the sub-inputs of each choice. */
  readonly subSlotsByChoice?: ReadonlyMap<string, readonly Slot[]>;
}

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

/**
 * All slots that some version of the editor may have saved in a node's list of values, in order: the class's widget inputs,
 * with editor-only slots in between. Each version saves only some of them.
 * @param saved the node's inputs in the file
 */
export function slotsOf(info: NodeClassInfo, saved: readonly SavedSlot[]): readonly Slot[] {
  const byName = new Map(saved.map((input) => [input.name, input]));
  const section = (inputs: Inputs | undefined, order: Order, required: boolean) =>
    orderedEntries(inputs, order).flatMap(([name, spec]) =>
      slotsFor({ name, spec, required, saved: byName.get(name) }, 0),
    );
  const { required, optional } = info.input;
  // Old editors put the button after the required inputs, newer ones after all, so that both places are possible.
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
      ? [slot, ...[...(slot.subSlotsByChoice?.values() ?? [])].flatMap((parts) => widgetsIn(parts))]
      : [],
  );
}

function orderedEntries(
  inputs: Inputs = {},
  order: Order,
): readonly (readonly [string, InputSpec])[] {
  const entries = Object.entries(inputs);
  if (!order) return entries;
  const positions = new Map(order.map((name, index) => [name, index]));
  const positionOf = (name: string): number => positions.get(name) ?? order.length;
  return entries.toSorted(([a], [b]) => positionOf(a) - positionOf(b));
}

function slotsFor(entry: Entry, depth: number): readonly Slot[] {
  const { name, spec, required, saved } = entry;
  const settings = spec[1] ?? {};
  if (!mayHaveSavedValue(spec, saved)) return [];
  if (settings['forceInput'] === true) return [{ kind: 'legacy' }];
  const mayLackValue =
    settings['hidden'] === true || settings['defaultInput'] === true || saved?.widget === null;
  const parts =
    typeOf(spec) === DYNAMIC_CHOICE ? { subSlotsByChoice: subSlotsOf(entry, depth) } : {};
  const widget: Slot = { kind: 'widget', name, spec, required, mayLackValue, ...parts };
  return [...slotsBefore(spec), widget, ...slotsAfter(name, spec)];
}

/** A 3D view has three buttons before it. */
function slotsBefore(spec: InputSpec): readonly Slot[] {
  return typeOf(spec).startsWith('LOAD_3D') ? [BUTTON, BUTTON, BUTTON] : [];
}

function slotsAfter(name: string, spec: InputSpec): readonly Slot[] {
  const type = widgetTypeOf(spec);
  if (type === 'BOUNDING_BOX')
    return Array.from({ length: 4 }, () => ({ kind: 'boxField' }) as const);
  if (!hasRunControl(name, spec)) return [];
  return type === 'COMBO' ? [{ kind: 'control' }, { kind: 'filter' }] : [{ kind: 'control' }];
}

function subSlotsOf({ name, spec }: Entry, depth: number): ReadonlyMap<string, readonly Slot[]> {
  const choices = spec[1]?.['options'];
  const subSlots = new Map<string, readonly Slot[]>();
  if (!Array.isArray(choices) || depth > MAX_DEPTH) return subSlots;
  for (const choice of (choices as unknown[]).filter(isRecord)) {
    const inputs = recordOr(choice['inputs']);
    const sections = [inputs['required'], inputs['optional']] as const;
    const slots = sections.flatMap((section, index) =>
      Object.entries(recordOr(section)).flatMap(([key, value]) =>
        Array.isArray(value)
          ? slotsFor(
              {
                name: `${name}.${key}`,
                spec: value as unknown as InputSpec,
                required: index === 0,
                saved: undefined,
              },
              depth + 1,
            )
          : [],
      ),
    );
    subSlots.set(String(choice['key']), slots);
  }
  return subSlots;
}
