import { CONTROLS, MISFIT, misfitCost } from './value-fit';
import { choiceKey, type Slot, type WidgetSlot } from './widget-slots';

const DECORATIONS: ReadonlySet<unknown> = new Set([
  ...[null, undefined, '', 'image', 'video', 'audio', 'file', 'upload', 'refresh', false, true],
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
  leftDecoration: 0.2,
  ghost: 0.5,
} as const;

type Step =
  | { readonly take: 'place'; readonly slot: WidgetSlot; readonly value: unknown }
  | { readonly take: 'miss'; readonly slot: WidgetSlot }
  | { readonly take: 'stray'; readonly value: unknown };

/** What may be done with a place and a value: the value is its, the place is left empty, the value is nobody's. */
const TAKE = 0;
const LEAVE = 1;
const DROP = 2;

/** A place, and for each value to begin with the least that it and all behind it cost. */
interface Row {
  /** `null`: behind the last place. */
  readonly slot: Slot | null;
  readonly costs: Float64Array;
  /** What to do with place and value for that. */
  readonly ways: Uint8Array;
  readonly next: Row | null;
  /** What each choice brings along, hung in front of the rest. */
  readonly chosen: ReadonlyMap<string, Row>;
}

/** The ways to line up values with places, from the last place and the last value to the first. */
export class Table {
  constructor(private readonly values: readonly unknown[]) {}

  /** The cheapest way. Of equal ones: rather take than leave, rather leave than drop. */
  cheapest(slots: readonly Slot[]): { readonly steps: readonly Step[]; readonly cost: number } {
    const first = this.rows(slots, this.end());
    return { steps: this.steps(first), cost: first.costs[0] ?? 0 };
  }

  private rows(slots: readonly Slot[], end: Row): Row {
    return slots.reduceRight((next, slot) => this.row(slot, next), end);
  }

  /** Behind the last place every value is left over. */
  private end(): Row {
    const row = this.empty(null, null, new Map());
    for (let at = this.values.length - 1; at >= 0; at -= 1) {
      row.costs[at] = leftoverCost(this.values[at]) + (row.costs[at + 1] ?? 0);
      row.ways[at] = DROP;
    }
    return row;
  }

  private empty(slot: Slot | null, next: Row | null, chosen: ReadonlyMap<string, Row>): Row {
    const length = this.values.length + 1;
    return { slot, next, chosen, costs: new Float64Array(length), ways: new Uint8Array(length) };
  }

  private row(slot: Slot, next: Row): Row {
    const row = this.empty(slot, next, this.chosen(slot, next));
    for (let at = this.values.length; at >= 0; at -= 1)
      if (slot.kind === 'widget') this.weighWidget(row, slot, next, at);
      else this.weighPlace(row, slot, next, at);
    return row;
  }

  private chosen(slot: Slot, next: Row): ReadonlyMap<string, Row> {
    const chosen = new Map<string, Row>();
    if (slot.kind !== 'widget' || !slot.options) return chosen;
    for (const key of new Set(this.values.map(choiceKey))) {
      const parts = slot.options.get(key);
      if (parts) chosen.set(key, this.rows(parts, next));
    }
    return chosen;
  }

  private weighWidget(row: Row, slot: WidgetSlot, next: Row, at: number): void {
    const without = next.costs[at] ?? 0;
    if (at === this.values.length) {
      choose(row, at, LEAVE, (slot.spare ? 0 : COST.missing) + without);
      return;
    }
    const value = this.values[at];
    const rest = this.behind(row, value)?.costs[at + 1] ?? 0;
    choose(row, at, TAKE, misfitCost(slot, value) + rest);
    improve(row, at, LEAVE, (slot.spare ? COST.spareGap : COST.gap) + without);
    improve(row, at, DROP, strayCost(value) + (row.costs[at + 1] ?? 0));
  }

  /** A place that only the editor uses: its value is taken, unless it can't be that place's, or it isn't there. */
  private weighPlace(row: Row, slot: EditorsSlot, next: Row, at: number): void {
    const over = at === this.values.length;
    const absent = slot.kind === 'control' && !over ? COST.noControl : 0;
    const without = absent + (next.costs[at] ?? 0);
    const cost = over ? null : EDITORS_PLACES[slot.kind](this.values[at]);
    if (cost === null) choose(row, at, LEAVE, without);
    else {
      choose(row, at, TAKE, cost + (next.costs[at + 1] ?? 0));
      improve(row, at, LEAVE, without);
    }
  }

  /** What follows a place once its value is known. */
  private behind({ chosen, next }: Row, value: unknown): Row | null {
    return (chosen.size > 0 ? chosen.get(choiceKey(value)) : undefined) ?? next;
  }

  private steps(first: Row): readonly Step[] {
    const steps: Step[] = [];
    let at = 0;
    for (let row: Row | null = first; row && (row.next || at < this.values.length);) {
      const value = this.values[at];
      const way: number | undefined = row.ways[at];
      steps.push(...stepOf(row, way, value));
      if (way !== LEAVE) at += 1;
      if (way !== DROP) row = way === TAKE ? this.behind(row, value) : row.next;
    }
    return steps;
  }
}

function stepOf(row: Row, way: number | undefined, value: unknown): readonly Step[] {
  const { slot } = row;
  if (way === DROP) return isStray(row, value) ? [{ take: 'stray', value }] : [];
  if (slot?.kind !== 'widget') return [];
  return [way === TAKE ? { take: 'place', slot, value } : { take: 'miss', slot }];
}

function choose(row: Row, at: number, way: number, cost: number): void {
  row.costs[at] = cost;
  row.ways[at] = way;
}

function improve(row: Row, at: number, way: number, cost: number): void {
  if (cost < (row.costs[at] ?? 0)) choose(row, at, way, cost);
}

type EditorsSlot = Exclude<Slot, WidgetSlot>;

type EditorsPlace = Exclude<Slot['kind'], 'widget'>;

/** What taking a value for a place of the editor's own costs; `null`: it can't be that. */
export const EDITORS_PLACES: Readonly<Record<EditorsPlace, (value: unknown) => number | null>> = {
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

function leftoverCost(value: unknown): number {
  if (DECORATIONS.has(value)) return COST.leftDecoration;
  return CONTROLS.has(value) ? COST.foreignControl : COST.leftover;
}

/** Is a value that belongs nowhere worth telling? */
function isStray({ slot }: Row, value: unknown): boolean {
  if (value === null || value === undefined || CONTROLS.has(value)) return false;
  return slot !== null || !DECORATIONS.has(value);
}
