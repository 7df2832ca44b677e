import type { InputSpec, NodeClassInfo } from '../../providers/public/comfy-types';
import { ownValue } from '../json/json-values';
import { type EditorInput, type EditorNode, innerName } from './editor-graph';
import type { GroupInside } from './group-inside';
import { type Slot, slotsOf } from './widget-slots';
import type { Work } from './work';

/** What a place costs, in units of work. */
const PLACE = 40;

/**
 * The places of a group node's list of values: those of its nodes, one after the other. A field that was made a slot has
 * none. Which fields were, the file doesn't say: editors since 2025 list a slot for every field, linked or not. So there
 * are two readings, and the list itself tells which it was written by.
 */
export function groupPlaces(inside: GroupInside, work: Work): readonly (readonly Slot[])[] {
  const reading = (isSlot: (input: EditorInput) => boolean): readonly Slot[] =>
    inside.nodes.flatMap((node) => {
      const places = placesOf(inside, node, isSlot);
      work.spend(places.length * PLACE);
      return places;
    });
  return [reading(() => true), reading(({ link }) => link !== null)];
}

function placesOf(
  inside: GroupInside,
  node: EditorNode,
  isSlot: (input: EditorInput) => boolean,
): readonly Slot[] {
  const described = ownValue(inside.info, node.type);
  if (!described) return [];
  const slots = node.inputs.filter(isSlot).flatMap(({ widget }) => widget ?? []);
  return renamed(slotsOf(without(described, new Set(slots)), []), node.id);
}

function without(info: NodeClassInfo, names: ReadonlySet<string>): NodeClassInfo {
  const rest = (inputs: Readonly<Record<string, InputSpec>> = {}) =>
    Object.fromEntries(Object.entries(inputs).filter(([name]) => !names.has(name)));
  return {
    ...info,
    input: {
      ...info.input,
      required: rest(info.input.required),
      optional: rest(info.input.optional),
    },
  };
}

function renamed(slots: readonly Slot[], node: string): readonly Slot[] {
  return slots.map((slot) => {
    if (slot.kind !== 'widget') return slot;
    const options = [...(slot.options ?? [])].map(
      ([key, parts]) => [key, renamed(parts, node)] as const,
    );
    const named = { ...slot, name: innerName(node, slot.name) };
    return slot.options ? { ...named, options: new Map(options) } : named;
  });
}
