import type {
  ComfyGraph,
  ComfyLink,
  ComfyNode,
  ObjectInfo,
} from '../../providers/public/comfy-types';
import { buildGraph } from '../../workflows/public/graph-builder';
import { nodeParam } from '../../workflows/public/node-params';
import { mergeParams } from '../../workflows/public/params';
import type { Workflow } from '../../workflows/public/workflow';
import { isFileParam } from '../inputs/file-params';
import type { SentParam } from './sent-params';

/**
 * The workflow with the params that a request may set on one node: the manifest's and those `node_<id>.<input>` that
 * the request names, bounds and choices narrowed to the node's own. Pure.
 * @param info the node's classes; null while it was never reached
 */
export function requestedWorkflow(
  workflow: Workflow,
  sent: readonly SentParam[],
  info: ObjectInfo | null,
): Workflow {
  const named = sent
    .filter(({ nested }) => nested)
    .flatMap(({ name }) => {
      const param = nodeParam(workflow, name, info);
      return param ? [[name, param] as const] : [];
    });
  const nodes = info ? [info] : [];
  // The manifest's own are merged once for all requests.
  const own = mergeParams(workflow, nodes);
  const further = mergeParams({ ...workflow, params: Object.fromEntries(named) }, nodes);
  return { ...workflow, params: { ...own, ...further } };
}

/** By workflow, with what was asked for last: a plan asks for the same again for each node. */
const SKETCHES = new WeakMap<Workflow, { readonly filled: string; readonly graph: ComfyGraph }>();

/**
 * The graph as far as the workflow itself decides it: optional branches as the request wants them, and in place of the
 * values that the request fills in links from nowhere, which nobody judges. What a node lacks for it is the workflow's
 * fault (409); what the request puts in is judged with its params (422). Pure, and the very graph of the last request
 * that sent the same params.
 */
export function sketchGraph(workflow: Workflow, sent: readonly SentParam[]): ComfyGraph {
  // What is sent for them makes no difference.
  const filled = JSON.stringify(sent.map(({ name, nested }) => [name, nested]));
  const last = SKETCHES.get(workflow);
  if (last?.filled === filled) return last.graph;
  const graph = sketched(workflow, sent);
  SKETCHES.set(workflow, { filled, graph });
  return graph;
}

function sketched(workflow: Workflow, sent: readonly SentParam[]): ComfyGraph {
  const requested = requestedWorkflow(workflow, sent, null);
  const filled = sent.flatMap(({ name }) => {
    const param = Object.hasOwn(requested.params, name) ? requested.params[name] : undefined;
    return param ? [{ name, param }] : [];
  });
  const files = filled.filter(({ param }) => isFileParam(param)).map(({ name }) => [name, name]);
  const graph = buildGraph(requested, {
    values: Object.fromEntries(files) as Record<string, unknown>,
    loras: [],
    outputPrefix: 'sketch',
  });
  const taken = new Set(
    filled.flatMap(({ param }) => param.binds.map(({ node, input }) => key(node, input))),
  );
  return Object.fromEntries(
    Object.entries(graph).map(([id, node]) => {
      const inputs = Object.entries(node.inputs).map(([input, value]) => [
        input,
        taken.has(key(id, input)) ? REQUEST : value,
      ]);
      return [id, { ...node, inputs: Object.fromEntries(inputs) as ComfyNode['inputs'] }];
    }),
  );
}

const REQUEST: ComfyLink = ['the request', 0];

const key = (node: string, input: string): string => JSON.stringify([node, input]);
