import type { ComfyGraph } from '../../providers/public/comfy-types';
import { completeValues, inputValue } from '../graph/bound-values';
import { asLiteral, mapNodes, removeNodes, setInputs } from '../graph/graph-edits';
import { insertLoras } from '../graph/lora-insertion';
import { isMedia } from '../catalogue/media-params';
import { ownValue } from '../json/json-values';
import type { LoraChoice, Workflow } from './workflow';

export interface GraphRequest {
  /**
   * Values by param name; media params already are the node's file names. Params that are not named, null or
   * undefined keep the graph's literal; an optional file that isn't given takes its branch out of the graph.
   */
  readonly values: Readonly<Record<string, unknown>>;
  readonly loras: readonly LoraChoice[];
  /** Front of the file names that the node writes: `kinora/<prompt_id>`. The builder adds one part per output node. */
  readonly outputPrefix: string;
}

/**
 * Fills a workflow's graph. Pure: the same request gives the same graph, and the workflow's own graph stays untouched.
 * Throws for a value without a param and for LoRAs without a slot; the plan has refused both before.
 */
export function buildGraph(workflow: Workflow, request: GraphRequest): ComfyGraph {
  const present = removeNodes(workflow.graph, absentBranches(workflow, request.values));
  const filled = bindValues(present, workflow, request.values);
  const styled = insertLoras(filled, workflow.lora_slots, request.loras);
  return structuredClone(withTitles(withOutputPrefix(styled, request.outputPrefix)));
}

/** Nodes of the optional files that this request does without. */
function absentBranches(workflow: Workflow, values: GraphRequest['values']): ReadonlySet<string> {
  const absent = Object.entries(workflow.params).filter(
    ([name, param]) => isMedia(param.type) && !param.required && isNothing(ownValue(values, name)),
  );
  return new Set(
    absent.flatMap(([, param]) => [
      ...param.binds.map(({ node }) => node),
      ...(param.branch ?? []),
    ]),
  );
}

function bindValues(
  graph: ComfyGraph,
  workflow: Workflow,
  values: GraphRequest['values'],
): ComfyGraph {
  const whole = completeValues(workflow.params, values, workflow.graph);
  const settings = Object.entries(whole).flatMap(([name, value]) => {
    const param = ownValue(workflow.params, name);
    if (!param) throw new Error(`workflow ${workflow.id} has no param ${name}`);
    return param.binds.map((bind) => ({
      ...bind,
      value: asLiteral(inputValue(bind, value, whole)),
    }));
  });
  return setInputs(graph, settings);
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;

/**
 * Every output node gets a prefix of its own: a cached prompt would otherwise answer an older job's file, and two
 * nodes that share a prefix would share file names.
 */
function withOutputPrefix(graph: ComfyGraph, prefix: string): ComfyGraph {
  const names = new Set<string>();
  return mapNodes(graph, (node, id) => {
    if (!Object.hasOwn(node.inputs, 'filename_prefix')) return node;
    const name = unusedName(id.replace(/[^A-Za-z0-9_-]/g, '_'), names);
    names.add(name);
    return { ...node, inputs: { ...node.inputs, filename_prefix: `${prefix}/${name}` } };
  });
}

function unusedName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n += 1) name = `${wanted}_${String(n)}`;
  return name;
}

/** ComfyUI's node replacement copies `_meta` and raises where it lacks. */
function withTitles(graph: ComfyGraph): ComfyGraph {
  return mapNodes(graph, (node) => ({
    ...node,
    _meta: { ...node._meta, title: node._meta?.title ?? node.class_type },
  }));
}
