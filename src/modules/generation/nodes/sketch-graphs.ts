import { ownValue } from '../../../platform/json';
import type { ComfyGraph, ComfyLink, ComfyNode } from '../../providers/public/comfy-types';
import { buildGraph } from '../../workflows/public/graph-builder';
import type { Workflow } from '../../workflows/public/workflow';
import { isFileParam } from '../inputs/file-params';
import { requestedWorkflow } from '../params/requested-workflow';
import type { SentParam } from '../params/sent-params';

/**
 * Sketch graphs of requests, with the last one of each workflow cached: a plan needs the same sketch for every node, and
 * a node's assessment of a graph is cached by the graph itself.
 */
export class SketchGraphs {
  private readonly latest = new WeakMap<
    Workflow,
    { readonly paramNames: string; readonly graph: ComfyGraph }
  >();

  get(workflow: Workflow, sent: readonly SentParam[]): ComfyGraph {
    // The sketch depends on which params were sent, not on their values.
    const paramNames = JSON.stringify(sent.map(({ name, nested }) => [name, nested]));
    const latest = this.latest.get(workflow);
    if (latest?.paramNames === paramNames) return latest.graph;
    const graph = sketchGraph(workflow, sent);
    this.latest.set(workflow, { paramNames, graph });
    return graph;
  }
}

/**
 * The graph as far as the workflow itself decides it: with the optional branches that the request uses, and with a
 * placeholder link, which is never checked, for each value that the request fills in. What a node lacks for the sketch is
 * the workflow's problem (409); values from the request are checked with its params (422).
 */
export function sketchGraph(workflow: Workflow, sent: readonly SentParam[]): ComfyGraph {
  const requested = requestedWorkflow(workflow, sent, null);
  const filled = sent.flatMap(({ name }) => {
    const param = ownValue(requested.params, name);
    return param ? [{ name, param }] : [];
  });
  const files = filled.filter(({ param }) => isFileParam(param)).map(({ name }) => [name, name]);
  const graph = buildGraph(requested, {
    values: Object.fromEntries(files) as Record<string, unknown>,
    loras: [],
    outputPrefix: 'sketch',
  });
  const filledInputs = new Set(
    filled.flatMap(({ param }) => param.binds.map(({ node, input }) => key(node, input))),
  );
  return Object.fromEntries(
    Object.entries(graph).map(([id, node]) => {
      const inputs = Object.entries(node.inputs).map(([input, value]) => [
        input,
        filledInputs.has(key(id, input)) ? PLACEHOLDER : value,
      ]);
      return [id, { ...node, inputs: Object.fromEntries(inputs) as ComfyNode['inputs'] }];
    }),
  );
}

const PLACEHOLDER: ComfyLink = ['the request', 0];

const key = (node: string, input: string): string => JSON.stringify([node, input]);
