import { MISFIT, unfitness } from './value-fit';
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

const CONTROLS: ReadonlySet<unknown> = new Set([
  ...['fixed', 'increment', 'decrement', 'randomize', 'increment-wrap'],
]);
const DECORATIONS: ReadonlySet<unknown> = new Set([
  ...[null, undefined, '', 'image', 'video', 'audio', 'file', 'upload', 'refresh', false],
  ...['upload3dmodel', 'uploadExtraResources', 'clear'],
]);

const COST = {
  /** The list is over. */
  missing: 2,
  /** A place in the middle has no value: the input is newer than the file. */
  gap: 5,
  /** The node can do without it. */
  spareGap: 1,
  noControl: 1,
  booleanControl: 1,
  hole: 2,
  foreignControl: 1.5,
  /** As likely as a value that doesn't fit, so that the latter is told. */
  stray: MISFIT,
  leftover: 3,
  ghost: 0.5,
} as const;

/** Places still to be filled, as a chain: what a dynamic choice brings along is hung in front of the rest. */
interface Cell {
  readonly slot: Slot;
  readonly next: Cell | null;
  readonly chosen: Map<string, Cell | null>;
}

type Step =
  | { readonly take: 'place'; readonly slot: WidgetSlot; readonly value: unknown }
  | { readonly take: 'miss'; readonly slot: WidgetSlot }
  | { readonly take: 'stray'; readonly value: unknown }
  | { readonly take: 'pass' };

interface Path {
  readonly cost: number;
  readonly step: Step;
  readonly rest: Path | null;
}

/** Lines up a node's values with its places. */
export function align(slots: readonly Slot[], values: readonly unknown[]): Alignment {
  const placed = inPlace(slots, values);
  if (placed) return { placed, missing: [], stray: [], cost: 0 };
  // What lies far behind the last place belongs to nothing: no need to weigh each of a million values.
  const window = values.slice(0, slots.length * 2 + 32);
  const first = chain(slots, null);
  const path = new Aligner(window).best(first, 0);
  const steps = stepsOf(path);
  return {
    placed: steps.flatMap((step) => (step.take === 'place' ? [step] : [])),
    missing: steps.flatMap((step) => (step.take === 'miss' ? [step.slot] : [])),
    stray: [
      ...steps.flatMap((step) => (step.take === 'stray' ? [step.value] : [])),
      ...values.slice(window.length, window.length + 1),
    ],
    cost: path.cost,
  };
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
    return at <= values.length && unfitness(slot, value) === 0 && parts.every(isFilled);
  };
  return slots.every(isFilled) && at === values.length ? placed : null;
}

function chain(slots: readonly Slot[], next: Cell | null): Cell | null {
  return slots.reduceRight<Cell | null>(
    (rest, slot) => ({ slot, next: rest, chosen: new Map() }),
    next,
  );
}

function stepsOf(path: Path): readonly Step[] {
  const steps: Step[] = [];
  for (let at: Path | null = path; at; at = at.rest) steps.push(at.step);
  return steps;
}

const END: Path = { cost: 0, step: { take: 'pass' }, rest: null };
const PASS: Step = { take: 'pass' };

class Aligner {
  private readonly known = new Map<Cell, (Path | undefined)[]>();

  constructor(private readonly values: readonly unknown[]) {}

  /** The cheapest way to line up the values from `at` with the places from `cell`. Of equal ones the first tried. */
  best(cell: Cell | null, at: number): Path {
    if (!cell) return this.leftovers(at);
    const row = this.known.get(cell) ?? [];
    this.known.set(cell, row);
    return (row[at] ??= cheapest(this.ways(cell, at)));
  }

  private leftovers(from: number): Path {
    return this.values.slice(from).reduceRight<Path>((rest, value) => {
      if (DECORATIONS.has(value)) return way(0.2, PASS, rest);
      if (CONTROLS.has(value)) return way(COST.foreignControl, PASS, rest);
      return way(COST.leftover, { take: 'stray', value }, rest);
    }, END);
  }

  private ways(cell: Cell, at: number): readonly Path[] {
    const { slot, next } = cell;
    const over = at >= this.values.length;
    if (slot.kind === 'widget')
      return over
        ? [this.miss(slot, next, at, slot.spare ? 0 : COST.missing)]
        : this.widgetWays(slot, cell, at);
    // A place that only the editor uses: its value is taken, unless it can't be that place's, or it isn't there.
    const absent = slot.kind === 'control' ? COST.noControl : 0;
    const without = way(over ? 0 : absent, PASS, this.best(next, at));
    const cost = over ? null : EDITORS_PLACES[slot.kind](this.values[at]);
    return cost === null ? [without] : [way(cost, PASS, this.best(next, at + 1)), without];
  }

  private widgetWays(slot: WidgetSlot, cell: Cell, at: number): readonly Path[] {
    const value = this.values[at];
    const place: Step = { take: 'place', slot, value };
    return [
      way(unfitness(slot, value), place, this.best(this.behind(slot, cell, value), at + 1)),
      this.miss(slot, cell.next, at, slot.spare ? COST.spareGap : COST.gap),
      way(strayCost(value), strayStep(value), this.best(cell, at + 1)),
    ];
  }

  private miss(slot: WidgetSlot, next: Cell | null, at: number, cost: number): Path {
    return way(cost, { take: 'miss', slot }, this.best(next, at));
  }

  /** What follows a widget once its value is known. */
  private behind(slot: WidgetSlot, cell: Cell, value: unknown): Cell | null {
    const key = choiceKey(value);
    const parts = slot.options?.get(key);
    if (!parts) return cell.next;
    const known = cell.chosen.get(key);
    if (known !== undefined) return known;
    const cells = chain(parts, cell.next);
    cell.chosen.set(key, cells);
    return cells;
  }
}

function way(cost: number, step: Step, rest: Path): Path {
  return { cost: cost + rest.cost, step, rest };
}

function cheapest(paths: readonly Path[]): Path {
  return paths.reduce((best, path) => (path.cost < best.cost ? path : best));
}

type EditorsPlace = Exclude<Slot['kind'], 'widget'>;

/** What taking a value for a place of the editor's own costs; `null`: it can't be that. */
const EDITORS_PLACES: Readonly<Record<EditorsPlace, (value: unknown) => number | null>> = {
  control: (value) => {
    if (CONTROLS.has(value)) return 0;
    return typeof value === 'boolean' ? COST.booleanControl : null;
  },
  filter: (value) => (typeof value === 'string' ? 0 : null),
  decoration: (value) => (DECORATIONS.has(value) ? 0 : null),
  part: (value) => (typeof value === 'number' ? 0 : null),
  ghost: () => COST.ghost,
};

function strayCost(value: unknown): number {
  if (value === null || value === undefined) return COST.hole;
  return CONTROLS.has(value) ? COST.foreignControl : COST.stray;
}

function strayStep(value: unknown): Step {
  return value === null || value === undefined || CONTROLS.has(value)
    ? PASS
    : { take: 'stray', value };
}
