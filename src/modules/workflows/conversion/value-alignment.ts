import { Unconvertible, type WorkBudget } from './conversion';
import { cheapestAlignment, EDITOR_SLOT_COSTS } from './cheapest-alignment';
import { misfitCost } from './value-fit';
import type { Slot, WidgetSlot } from './widget-slots';
import { choiceKey } from './widget-types';

/*
 * A node's values are a list without names. Editors of different years wrote different extras into it: seed controls as
 * words, as booleans or not at all, values of buttons and players, holes. The class may also have gained and lost inputs
 * since. So the list is aligned with the slots of the current class at the lowest total cost; a list that a current
 * editor wrote for the same class costs nothing.
 */

/** A value and the input it belongs to. */
export interface Placed {
  readonly slot: WidgetSlot;
  readonly value: unknown;
}

export interface Alignment {
  readonly placed: readonly Placed[];
  /** Inputs without a value. */
  readonly missing: readonly WidgetSlot[];
  /** Values that belong to no input and aren't known extras of the editor. */
  readonly stray: readonly unknown[];
  /** 0 if every value fits its slot. */
  readonly cost: number;
}

/** Slots times values; a node with a hundred inputs needs a tenth of it. */
const MAX_CELLS = 250_000;
/** Units of work per cell. */
const CELL = 20;

/** Aligns a node's values with its slots. @throws Unconvertible when there are too many */
export function align(
  slots: readonly Slot[],
  values: readonly unknown[],
  work: WorkBudget,
): Alignment {
  work.spend(Math.min(slots.length, values.length));
  const placed = inPlace(slots, values);
  if (placed) return { placed, missing: [], stray: [], cost: 0 };
  // Values far after the last slot belong to no input: they need no alignment.
  const window = values.slice(0, slots.length * 2 + 32);
  const beyond = values.slice(window.length, window.length + 1);
  const cells = countOf(slots) * (window.length + 1);
  if (cells > MAX_CELLS)
    throw new Unconvertible(`a node has ${String(values.length)} values, too many to line up`);
  work.spend(cells * CELL);
  const { steps, cost } = cheapestAlignment(slots, window);
  return {
    placed: steps.flatMap((step) => (step.take === 'value' ? [step] : [])),
    missing: steps.flatMap((step) => (step.take === 'miss' ? [step.slot] : [])),
    stray: [...steps.flatMap((step) => (step.take === 'stray' ? [step.value] : [])), ...beyond],
    cost,
  };
}

/** Number of slots, those of every option included. */
function countOf(slots: readonly Slot[]): number {
  return slots.reduce((sum, slot) => {
    const subSlots = slot.kind === 'widget' ? [...(slot.subSlotsByChoice?.values() ?? [])] : [];
    return subSlots.reduce((total, parts) => total + countOf(parts), sum + 1);
  }, 0);
}

/** The values of a list that fits slot by slot; `null` if it doesn't. */
function inPlace(slots: readonly Slot[], values: readonly unknown[]): readonly Placed[] | null {
  const placed: Placed[] = [];
  let at = 0;
  const isFilled = (slot: Slot): boolean => {
    const value = values[at];
    at += 1;
    if (slot.kind !== 'widget')
      return at <= values.length && EDITOR_SLOT_COSTS[slot.kind](value) === 0;
    placed.push({ slot, value });
    const parts = slot.subSlotsByChoice?.get(choiceKey(value)) ?? [];
    return at <= values.length && misfitCost(slot, value) === 0 && parts.every(isFilled);
  };
  return slots.every(isFilled) && at === values.length ? placed : null;
}
