import { CONTROLS, MISFIT, misfitCost } from './value-fit';
import { choiceKey, type Slot, type WidgetSlot } from './widget-slots';

const DECORATIONS: ReadonlySet<unknown> = new Set([
  ...[null, undefined, '', 'image', 'video', 'audio', 'file', 'upload', 'refresh', false, true],
  ...['upload3dmodel', 'uploadExtraResources', 'clear'],
]);

const COST = {
  /** Cost of a slot after the end of the list. */
  missing: 2,
  /** Cost of a slot in the middle without a value: the input is newer than the file. */
  gap: 5,
  /** A slot in the middle has no value, and the input is optional in the editor. */
  spareGap: 1,
  noControl: 1,
  booleanControl: 1,
  hole: 2,
  foreignControl: 1.5,
  /** Equal to the cost of a value that doesn't fit, so that the misfit is reported. */
  stray: MISFIT,
  leftover: 3,
  leftDecoration: 0.2,
  ghost: 0.5,
} as const;

type Step =
  | { readonly take: 'value'; readonly slot: WidgetSlot; readonly value: unknown }
  | { readonly take: 'miss'; readonly slot: WidgetSlot }
  | { readonly take: 'stray'; readonly value: unknown };

/** The possible choices: assign the value, leave the slot empty, drop the value. */
const TAKE = 0;
const LEAVE = 1;
const DROP = 2;

/** A slot, and for each start in the list of values the lowest cost of it and all slots after it. */
interface Row {
  /** `null`: after the last slot. */
  readonly slot: Slot | null;
  readonly costs: Float64Array;
  /** The choice (take, leave, drop) that gives this cost. */
  readonly choices: Uint8Array;
  readonly next: Row | null;
  /** For a dynamic choice: the rows of each option's own slots, followed by the remaining rows. */
  readonly chosen: ReadonlyMap<string, Row>;
}

/** Dynamic programming table that aligns values with slots, filled from the last slot and value to the first. */
export class Table {
  constructor(private readonly values: readonly unknown[]) {}

  /** The alignment with the lowest cost. On a tie: take before leave, leave before drop. */
  cheapest(slots: readonly Slot[]): { readonly steps: readonly Step[]; readonly cost: number } {
    const first = this.rows(slots, this.end());
    return { steps: this.steps(first), cost: first.costs[0] ?? 0 };
  }

  private rows(slots: readonly Slot[], end: Row): Row {
    return slots.reduceRight((next, slot) => this.row(slot, next), end);
  }

  /** After the last slot every remaining value is left over. */
  private end(): Row {
    const row = this.empty(null, null, new Map());
    for (let at = this.values.length - 1; at >= 0; at -= 1) {
      row.costs[at] = leftoverCost(this.values[at]) + (row.costs[at + 1] ?? 0);
      row.choices[at] = DROP;
    }
    return row;
  }

  private empty(slot: Slot | null, next: Row | null, chosen: ReadonlyMap<string, Row>): Row {
    const length = this.values.length + 1;
    return { slot, next, chosen, costs: new Float64Array(length), choices: new Uint8Array(length) };
  }

  private row(slot: Slot, next: Row): Row {
    const row = this.empty(slot, next, this.chosen(slot, next));
    for (let at = this.values.length; at >= 0; at -= 1)
      if (slot.kind === 'widget') this.weighWidgetSlot(row, slot, next, at);
      else this.weighEditorSlot(row, slot, next, at);
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

  private weighWidgetSlot(row: Row, slot: WidgetSlot, next: Row, at: number): void {
    const without = next.costs[at] ?? 0;
    if (at === this.values.length) {
      choose(row, at, LEAVE, (slot.spare ? 0 : COST.missing) + without);
      return;
    }
    const value = this.values[at];
    const rest = this.rowAfter(row, value)?.costs[at + 1] ?? 0;
    choose(row, at, TAKE, misfitCost(slot, value) + rest);
    improve(row, at, LEAVE, (slot.spare ? COST.spareGap : COST.gap) + without);
    improve(row, at, DROP, strayCost(value) + (row.costs[at + 1] ?? 0));
  }

  /** A slot that only the editor uses takes the value if it can be one of that slot. */
  private weighEditorSlot(row: Row, slot: EditorSlot, next: Row, at: number): void {
    const over = at === this.values.length;
    const absent = slot.kind === 'control' && !over ? COST.noControl : 0;
    const without = absent + (next.costs[at] ?? 0);
    const cost = over ? null : EDITOR_SLOT_COSTS[slot.kind](this.values[at]);
    if (cost === null) choose(row, at, LEAVE, without);
    else {
      choose(row, at, TAKE, cost + (next.costs[at + 1] ?? 0));
      improve(row, at, LEAVE, without);
    }
  }

  /** The next row after this one took a value. */
  private rowAfter({ chosen, next }: Row, value: unknown): Row | null {
    return (chosen.size > 0 ? chosen.get(choiceKey(value)) : undefined) ?? next;
  }

  private steps(first: Row): readonly Step[] {
    const steps: Step[] = [];
    let at = 0;
    for (let row: Row | null = first; row && (row.next || at < this.values.length);) {
      const value = this.values[at];
      const choice: number | undefined = row.choices[at];
      steps.push(...stepOf(row, choice, value));
      if (choice !== LEAVE) at += 1;
      if (choice !== DROP) row = choice === TAKE ? this.rowAfter(row, value) : row.next;
    }
    return steps;
  }
}

function stepOf(row: Row, choice: number | undefined, value: unknown): readonly Step[] {
  const { slot } = row;
  if (choice === DROP) return isStray(row, value) ? [{ take: 'stray', value }] : [];
  if (slot?.kind !== 'widget') return [];
  return [choice === TAKE ? { take: 'value', slot, value } : { take: 'miss', slot }];
}

function choose(row: Row, at: number, choice: number, cost: number): void {
  row.costs[at] = cost;
  row.choices[at] = choice;
}

function improve(row: Row, at: number, choice: number, cost: number): void {
  if (cost < (row.costs[at] ?? 0)) choose(row, at, choice, cost);
}

type EditorSlot = Exclude<Slot, WidgetSlot>;

type EditorSlotKind = Exclude<Slot['kind'], 'widget'>;

/** Cost of taking a value for an editor-only slot; `null`: it can't be a value of that slot. */
export const EDITOR_SLOT_COSTS: Readonly<
  Record<EditorSlotKind, (value: unknown) => number | null>
> = {
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

/** Should an unused value be reported? */
function isStray({ slot }: Row, value: unknown): boolean {
  if (value === null || value === undefined || CONTROLS.has(value)) return false;
  return slot !== null || !DECORATIONS.has(value);
}
