import { isRecord, type JsonRecord, listOr, recordOr } from '../../../platform/json';
import type { ComfyGraph, ComfyNode } from '../../providers/public/comfy-types';
import { textOf } from './json-values';
import { parseWorkflowJson, UnreadableJson } from './workflow-json';

/** The recognised format of a workflow's text. */
export type WorkflowText =
  /** ComfyUI's API format, ready to run. `editor` is the same workflow in editor format, or null. */
  | { readonly format: 'api'; readonly graph: ComfyGraph; readonly editor: unknown }
  /** Editor format, which must be converted. */
  | { readonly format: 'editor'; readonly editor: unknown }
  /** Neither format. `node` is the invalid graph node, if one causes it. */
  | { readonly format: 'none'; readonly reason: string; readonly node?: string };

const notAWorkflow = (reason: string): WorkflowText => ({ format: 'none', reason });

/**
 * Recognises a workflow's format: API format, editor format, or either of them in a wrapper of ComfyUI or its clients
 * (`{"prompt": …, "workflow": …}`, `{"output": …, "workflow": …}`). A wrapped graph in API format is preferred, because it
 * is exactly what ran. Never throws.
 */
export function readWorkflowText(text: string): WorkflowText {
  try {
    return readWorkflow(parseWorkflowJson(text));
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    return notAWorkflow(error.message);
  }
}

/** Like {@link readWorkflowText}, for a parsed value. */
export function readWorkflow(value: unknown): WorkflowText {
  if (!isRecord(value))
    return notAWorkflow(`a workflow is a JSON object, not ${jsonTypeOf(value)}`);
  if (Array.isArray(value['nodes'])) return { format: 'editor', editor: value };
  return readWrapped(value) ?? readGraph(value);
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

const WRAPPER_FIELDS = ['prompt', 'output', 'workflow', 'extra_data'];

/** Does the object wrap a workflow? A graph may have nodes with these ids. */
export const isWrapper = (value: JsonRecord): boolean =>
  WRAPPER_FIELDS.some((name) => Object.hasOwn(value, name)) &&
  !Object.values(value).some(looksLikeNode);

/** The workflow inside a wrapper; `null` if the value is not a wrapper. */
function readWrapped(value: JsonRecord): WorkflowText | null {
  if (!isWrapper(value)) return null;
  const wrapped = [value['prompt'], value['output']].map(unwrap).find(isRecord);
  const editor = findEditorWorkflow(value);
  const graph = wrapped && readEditorOrGraph(wrapped);
  if (graph?.format === 'api') return { ...graph, editor };
  if (editor !== null) return { format: 'editor', editor };
  return graph ?? null;
}

function readEditorOrGraph(value: JsonRecord): WorkflowText {
  return Array.isArray(value['nodes']) ? { format: 'editor', editor: value } : readGraph(value);
}

/** Looks in the wrapper's `workflow` and in `extra_data.extra_pnginfo`, which ComfyUI embeds into saved files. */
function findEditorWorkflow(value: JsonRecord): unknown {
  const info = recordOr(recordOr(value['extra_data'])['extra_pnginfo']);
  const candidates = [value['workflow'], info['workflow']].map(unwrap);
  return candidates.find((one) => isRecord(one) && Array.isArray(one['nodes'])) ?? null;
}

/** Some clients nest JSON as a text; ComfyUI's history has the graph as the third item of a list. */
function unwrap(value: unknown): unknown {
  if (Array.isArray(value)) return listOr(value)[2];
  if (typeof value !== 'string') return value;
  try {
    return parseWorkflowJson(value);
  } catch {
    return undefined;
  }
}

const looksLikeNode = (value: unknown): boolean => isRecord(value) && 'class_type' in value;

function readGraph(value: JsonRecord): WorkflowText {
  const entries = Object.entries(value);
  if (!entries.some(([, node]) => looksLikeNode(node)))
    return notAWorkflow(
      'not a workflow: in API format each entry has a "class_type", and a file of the editor has a list of "nodes"',
    );
  const graph: [string, ComfyNode][] = [];
  for (const [id, entry] of entries) {
    const node = readNode(entry);
    if (typeof node === 'string')
      return { format: 'none', reason: `node "${id}": ${node}`, node: id };
    graph.push([id, node]);
  }
  return { format: 'api', graph: Object.fromEntries(graph), editor: null };
}

/** A node in API format, or the reason why it is invalid. */
function readNode(entry: unknown): ComfyNode | string {
  const node = recordOr(entry);
  const nodeClass = textOf(node['class_type']);
  if (nodeClass === null || nodeClass === '') return 'has no "class_type"';
  const inputs = node['inputs'] ?? {};
  if (!isRecord(inputs)) return '"inputs" must be an object';
  const title = textOf(recordOr(node['_meta'])['title']);
  return { class_type: nodeClass, inputs, _meta: { title: title ?? nodeClass } };
}
