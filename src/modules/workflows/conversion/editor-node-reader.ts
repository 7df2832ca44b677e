import { idOf, isRecord, listOr, recordOr, textOf } from '../json-values';
import type { EditorInput, EditorNode } from './editor-graph';

/** One entry of the editor's list of nodes; `null` when it has no id or no class. */
export function readNode(item: unknown): EditorNode | null {
  const node = recordOr(item);
  const [id, type] = [idOf(node['id']), textOf(node['type'])];
  if (id === null || type === null) return null;
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
    link: idOf(input['link']),
    widget: textOf(widget),
  };
}

/** Types are texts, except for event slots (−1) and the odd list of choices of 2023. */
export function slotType(type: unknown): string {
  if (Array.isArray(type)) return 'COMBO';
  return typeof type === 'string' || typeof type === 'number' ? String(type) : '*';
}
