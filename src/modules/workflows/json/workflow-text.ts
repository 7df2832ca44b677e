import { type JsonRecord, isRecord } from '../../../platform/json';
import type { ComfyGraph, ComfyNode } from '../../providers/public/comfy-types';
import { listOr, recordOr, textOf } from './json-values';
import { parseWorkflowJson, UnreadableJson } from './workflow-json';

/** What a text that should be a workflow turned out to be. */
export type WorkflowText =
  /** ComfyUI's API format: ready to run. `editor`: the editor's own form of it, where it came along. */
  | { readonly format: 'api'; readonly graph: ComfyGraph; readonly editor: unknown }
  /** As the editor saves it: to be converted. */
  | { readonly format: 'editor'; readonly editor: unknown }
  /** `node`: the one at fault. */
  | { readonly format: 'none'; readonly reason: string; readonly node?: string };

const none = (reason: string): WorkflowText => ({ format: 'none', reason });

/**
 * Tells what a workflow's text is: a graph in API format, a file of the editor, or either of them wrapped as ComfyUI and
 * its clients send and keep it (`{"prompt": …, "workflow": …}`, `{"output": …, "workflow": …}`). A graph in API format
 * comes first: it is exactly what ran. Never throws.
 */
export function readWorkflowText(text: string): WorkflowText {
  try {
    return readWorkflow(parseWorkflowJson(text));
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    return none(error.message);
  }
}

/** {@link readWorkflowText} for what is parsed already. */
export function readWorkflow(value: unknown): WorkflowText {
  if (!isRecord(value)) return none(`a workflow is a JSON object, not ${kindOf(value)}`);
  if (Array.isArray(value['nodes'])) return { format: 'editor', editor: value };
  return readWrapped(value) ?? readGraph(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

/** The graph and the editor's file inside a wrapper; `null`: it wraps nothing. */
function readWrapped(value: JsonRecord): WorkflowText | null {
  if (looksLikeNode(value['prompt']) || looksLikeNode(value['workflow'])) return null;
  const wrapped = [value['prompt'], value['output']].map(unwrapped).find(isRecord);
  const editor = editorIn(value);
  const graph = wrapped && readInner(wrapped);
  if (graph?.format === 'api') return { ...graph, editor };
  if (editor !== null) return { format: 'editor', editor };
  return graph ?? null;
}

function readInner(value: JsonRecord): WorkflowText {
  return Array.isArray(value['nodes']) ? { format: 'editor', editor: value } : readGraph(value);
}

/** In a wrapper's `workflow`, or where ComfyUI takes it for the files that it saves. */
function editorIn(value: JsonRecord): unknown {
  const info = recordOr(recordOr(value['extra_data'])['extra_pnginfo']);
  const found = [value['workflow'], info['workflow']].map(unwrapped);
  return found.find((one) => isRecord(one) && Array.isArray(one['nodes'])) ?? null;
}

/** Some writers put JSON into JSON as a text; the history has the graph third in a list. */
function unwrapped(value: unknown): unknown {
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
    return none(
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

/** A node of the API format, or what is wrong with it. */
function readNode(entry: unknown): ComfyNode | string {
  const node = recordOr(entry);
  const nodeClass = textOf(node['class_type']);
  if (nodeClass === null || nodeClass === '') return 'has no "class_type"';
  const inputs = node['inputs'] ?? {};
  if (!isRecord(inputs)) return '"inputs" must be an object';
  const title = textOf(recordOr(node['_meta'])['title']);
  return { class_type: nodeClass, inputs, _meta: { title: title ?? nodeClass } };
}
