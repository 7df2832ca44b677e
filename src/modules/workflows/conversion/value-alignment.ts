import { Unconvertible, type Work } from './conversion';
import { EDITORS_PLACES, Table } from './alignment-table';
import { misfitCost } from './value-fit';
import { choiceKey, type Slot, type WidgetSlot } from './widget-slots';

/*
 * A node's values are a bare list, and each generation of the editor left other things in it: controls behind seeds as
 * words, as true or false or not at all, what buttons and players wrote, holes; and the class has gained and lost
 * inputs since. So the list is lined up with the places of today's class by the least sum of oddities. A list that a
 * current editor wrote for the same class has none.
 */

/** A value and the input it belongs to. */
export interface Placed {
  readonly slot: WidgetSlot;
  readonly value: unknown;
}

export interface Alignment {
  readonly placed: readonly Placed[];
  /** Inputs that no value is left for. */
  readonly missing: readonly WidgetSlot[];
  /** Values that belong to no input and aren't known to be the editor's own. */
  readonly stray: readonly unknown[];
  /** 0: every value in its place. */
  readonly cost: number;
}

/** Places times values that are weighed; nodes with a hundred inputs have a fiftieth of it. */
const MAX_CELLS = 1_000_000;
/** What a cell costs, in units of work. */
const CELL = 20;

/** Lines up a node's values with its places. @throws Unconvertible when there are too many */
export function align(slots: readonly Slot[], values: readonly unknown[], work: Work): Alignment {
  work.spend(Math.min(slots.length, values.length));
  const placed = inPlace(slots, values);
  if (placed) return { placed, missing: [], stray: [], cost: 0 };
  // What lies far behind the last place belongs to nothing: no need to weigh each of a million values.
  const window = values.slice(0, slots.length * 2 + 32);
  const beyond = values.slice(window.length, window.length + 1);
  const cells = countOf(slots) * (window.length + 1);
  if (cells > MAX_CELLS)
    throw new Unconvertible(`a node has ${String(values.length)} values, too many to line up`);
  work.spend(cells * CELL);
  const { steps, cost } = new Table(window).cheapest(slots);
  return {
    placed: steps.flatMap((step) => (step.take === 'place' ? [step] : [])),
    missing: steps.flatMap((step) => (step.take === 'miss' ? [step.slot] : [])),
    stray: [...steps.flatMap((step) => (step.take === 'stray' ? [step.value] : [])), ...beyond],
    cost,
  };
}

/** All places, those of every option included. */
function countOf(slots: readonly Slot[]): number {
  return slots.reduce((sum, slot) => {
    const options = slot.kind === 'widget' ? [...(slot.options?.values() ?? [])] : [];
    return options.reduce((total, parts) => total + countOf(parts), sum + 1);
  }, 0);
}

/** The values of a list in which every place has the value that belongs there; `null`: it isn't such a list. */
function inPlace(slots: readonly Slot[], values: readonly unknown[]): readonly Placed[] | null {
  const placed: Placed[] = [];
  let at = 0;
  const isFilled = (slot: Slot): boolean => {
    const value = values[at];
    at += 1;
    if (slot.kind !== 'widget')
      return at <= values.length && EDITORS_PLACES[slot.kind](value) === 0;
    placed.push({ slot, value });
    const parts = slot.options?.get(choiceKey(value)) ?? [];
    return at <= values.length && misfitCost(slot, value) === 0 && parts.every(isFilled);
  };
  return slots.every(isFilled) && at === values.length ? placed : null;
}
