import { isRecord } from '../../../platform/json';
import { idOf, listOr, recordOr, textOf } from '../json/json-values';
import { Unconvertible } from './conversion';
import type { EditorInput, EditorNode } from './editor-graph';

/** One entry of the editor's list of nodes; `null` when it has no id or no class. */
export function readNode(item: unknown): EditorNode | null {
  const node = recordOr(item);
  const [id, type] = [readId(node['id']), textOf(node['type'])];
  if (id === null || type === null) return null;
  keepShort(type);
  const values = node['widgets_values'];
  const named = node['widgets_values_named'];
  return {
    id,
    type,
    title: textOf(node['title']),
    mode: typeof node['mode'] === 'number' ? node['mode'] : 0,
    inputs: listOr(node['inputs']).map(readInput),
    outputs: listOr(node['outputs']).map((output) => slotType(recordOr(output)['type'])),
    values: Array.isArray(values) ? (values as readonly unknown[]) : null,
    // Some packs (VideoHelperSuite) have always written their values by name.
    named: isRecord(named) ? named : isRecord(values) ? values : null,
    properties: recordOr(node['properties']),
  };
}

function readInput(item: unknown): EditorInput {
  const input = recordOr(item);
  const widget = recordOr(input['widget'])['name'];
  return {
    name: textOf(input['name']) ?? '',
    type: slotType(input['type']),
    link: readId(input['link']),
    widget: textOf(widget),
  };
}

/** Ids and classes are looked up at every step, and told in every problem. */
const LONGEST_NAME = 500;

/** An id as a text; `null` for what is none. @throws Unconvertible when it is out of all bounds */
export function readId(value: unknown): string | null {
  const id = idOf(value);
  if (id !== null) keepShort(id);
  return id;
}

function keepShort(name: string): void {
  if (name.length > LONGEST_NAME)
    throw new Unconvertible(
      `an id or a class of ${String(name.length)} characters is longer than ${String(LONGEST_NAME)}`,
    );
}

/** Types are texts, except for event slots (−1) and the odd list of choices of 2023. */
export function slotType(type: unknown): string {
  if (Array.isArray(type)) return 'COMBO';
  return typeof type === 'string' || typeof type === 'number' ? String(type) : '*';
}
