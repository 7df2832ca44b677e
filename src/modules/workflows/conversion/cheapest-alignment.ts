import { CONTROLS, MISFIT, misfitCost } from './value-fit';
import type { Slot, WidgetSlot } from './widget-slots';
import { choiceKey } from './widget-types';

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
  legacy: 0.5,
} as const;

type Step =
  | { readonly take: 'value'; readonly slot: WidgetSlot; readonly value: unknown }
  | { readonly take: 'miss'; readonly slot: WidgetSlot }
  | { readonly take: 'stray'; readonly value: unknown };

/** The steps from one slot and one value to the end of both lists, as a linked list. */
interface Path {
  readonly cost: number;
  readonly step: Step | null;
  /** `null` at the end. */
  readonly rest: Path | null;
}

/** A linked list of slots. */
interface SlotList {
  /** `null`: after the last slot. */
  readonly slot: Slot | null;
  readonly next: SlotList | null;
  /** The cheapest path for each start in the list of values. */
  readonly paths: Path[];
  /** For a dynamic choice: the slots of each selected option, followed by the next ones. */
  readonly selected: Map<string, SlotList>;
}

/** Aligns values with slots at the lowest total cost. On a tie: take before leave, leave before drop. */
export function cheapestAlignment(
  slots: readonly Slot[],
  values: readonly unknown[],
): { readonly steps: readonly Step[]; readonly cost: number } {
  const best = new CheapestPaths(values).from(listOf(slots, listNode(null, null)), 0);
  const steps: Step[] = [];
  for (let path: Path | null = best; path; path = path.rest) if (path.step) steps.push(path.step);
  return { steps, cost: best.cost };
}

class CheapestPaths {
  constructor(private readonly values: readonly unknown[]) {}

  /** The cheapest path from the first slot of the list and the value at this index. */
  from(list: SlotList, at: number): Path {
    return (list.paths[at] ??= this.find(list, at));
  }

  private find(list: SlotList, at: number): Path {
    const { slot, next } = list;
    if (!slot || !next) return this.afterLastSlot(list, at);
    return slot.kind === 'widget'
      ? this.fromWidget(list, slot, next, at)
      : this.fromEditorSlot(slot, next, at);
  }

  /** Every remaining value is left over. */
  private afterLastSlot(list: SlotList, at: number): Path {
    if (at === this.values.length) return { cost: 0, step: null, rest: null };
    const value = this.values[at];
    const step = DECORATIONS.has(value) ? null : strayStep(value);
    return prepended(leftoverCost(value), step, this.from(list, at + 1));
  }

  private fromWidget(list: SlotList, slot: WidgetSlot, next: SlotList, at: number): Path {
    const miss: Step = { take: 'miss', slot };
    const without = this.from(next, at);
    if (at === this.values.length)
      return prepended(slot.mayLackValue ? 0 : COST.missing, miss, without);
    const value = this.values[at];
    const taken = this.from(listAfter(list, slot, next, value), at + 1);
    return cheapest(
      prepended(misfitCost(slot, value), { take: 'value', slot, value }, taken),
      prepended(slot.mayLackValue ? COST.spareGap : COST.gap, miss, without),
      prepended(strayCost(value), strayStep(value), this.from(list, at + 1)),
    );
  }

  /** A slot that only the editor uses takes the value if it can be one of that slot. */
  private fromEditorSlot({ kind }: EditorSlot, next: SlotList, at: number): Path {
    const isOver = at === this.values.length;
    const absent = kind === 'control' && !isOver ? COST.noControl : 0;
    const without = prepended(absent, null, this.from(next, at));
    const cost = isOver ? null : EDITOR_SLOT_COSTS[kind](this.values[at]);
    if (cost === null) return without;
    return cheapest(prepended(cost, null, this.from(next, at + 1)), without);
  }
}

function listOf(slots: readonly Slot[], end: SlotList): SlotList {
  return slots.reduceRight((next, slot) => listNode(slot, next), end);
}

function listNode(slot: Slot | null, next: SlotList | null): SlotList {
  return { slot, next, paths: [], selected: new Map() };
}

/** The slots that follow a slot with this value. */
function listAfter(
  { selected }: SlotList,
  { subSlotsByChoice }: WidgetSlot,
  next: SlotList,
  value: unknown,
): SlotList {
  const key = choiceKey(value);
  const parts = subSlotsByChoice?.get(key);
  if (!parts) return next;
  const list = selected.get(key) ?? listOf(parts, next);
  selected.set(key, list);
  return list;
}

function prepended(cost: number, step: Step | null, rest: Path): Path {
  return { cost: cost + rest.cost, step, rest };
}

/** The first of the paths with the lowest cost. */
function cheapest(...paths: readonly [Path, ...Path[]]): Path {
  return paths.reduce((best, path) => (path.cost < best.cost ? path : best));
}

type EditorSlot = Exclude<Slot, WidgetSlot>;

/** Cost of taking a value for an editor-only slot; `null`: it can't be a value of that slot. */
export const EDITOR_SLOT_COSTS: Readonly<
  Record<EditorSlot['kind'], (value: unknown) => number | null>
> = {
  control: (value) => {
    if (CONTROLS.has(value)) return 0;
    return typeof value === 'boolean' ? COST.booleanControl : null;
  },
  filter: (value) => (typeof value === 'string' ? 0 : null),
  decoration: (value) => (DECORATIONS.has(value) ? 0 : null),
  boxField: (value) => (typeof value === 'number' ? 0 : null),
  legacy: () => COST.legacy,
};

function strayCost(value: unknown): number {
  if (value === null || value === undefined) return COST.hole;
  return CONTROLS.has(value) ? COST.foreignControl : COST.stray;
}

function leftoverCost(value: unknown): number {
  if (DECORATIONS.has(value)) return COST.leftDecoration;
  return CONTROLS.has(value) ? COST.foreignControl : COST.leftover;
}

/** Reports an unused value, unless it is a hole or a control. */
function strayStep(value: unknown): Step | null {
  const isEmpty = value === null || value === undefined;
  return isEmpty || CONTROLS.has(value) ? null : { take: 'stray', value };
}
