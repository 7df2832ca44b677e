import type { ComfyGraph, ComfyNode, ObjectInfo } from '../../providers/public/comfy-types';
import { completeValues, inputValue } from '../graph/bound-values';
import { asLiteral, mapNodes, removeNodes, setInputs } from '../graph/graph-edits';
import { specOf } from '../graph/input-specs';
import { insertLoras } from '../graph/lora-insertion';
import { isMedia } from '../catalogue/media-params';
import { ownValue } from '../../../platform/json';
import type { LoraChoice, Workflow } from './workflow';

export interface GraphRequest {
  /**
   * Values by param name; media params are file names on the node. Missing, null and undefined params keep the graph's
   * value; an optional file that is missing removes its branch from the graph.
   */
  readonly values: Readonly<Record<string, unknown>>;
  readonly loras: readonly LoraChoice[];
  /** Prefix of output file names: `kinora/<prompt_id>`. The builder adds one part per output node. */
  readonly outputPrefix: string;
  /** The classes of the node. Without them, only output nodes whose graph has a prefix already get this one. */
  readonly info?: ObjectInfo | null;
}

/**
 * Fills a workflow's graph with a request's values. Throws for a value without a param and for LoRAs without a
 * slot, which the plan has refused before.
 */
export function buildGraph(workflow: Workflow, request: GraphRequest): ComfyGraph {
  const present = removeNodes(workflow.graph, absentBranches(workflow, request.values));
  const filled = bindValues(present, workflow, request.values);
  const withLoras = insertLoras(filled, workflow.lora_slots, request.loras);
  return structuredClone(withTitles(withOutputPrefix(withLoras, request)));
}

/** The nodes to remove, because the request leaves out their optional file. */
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
 * Every output node gets its own prefix: with a repeated prefix, ComfyUI's cache would return the file of an older job,
 * and two nodes would share file names.
 */
function withOutputPrefix(
  graph: ComfyGraph,
  { outputPrefix, info = null }: GraphRequest,
): ComfyGraph {
  const names = new Set<string>();
  return mapNodes(graph, (node, id) => {
    if (!takesPrefix(node, info)) return node;
    const name = unusedName(id.replace(/[^A-Za-z0-9_-]/g, '_'), names);
    names.add(name);
    return { ...node, inputs: { ...node.inputs, filename_prefix: `${outputPrefix}/${name}` } };
  });
}

/** Graphs in API format may leave the prefix to the node, whose own is the same for all jobs. */
const takesPrefix = ({ class_type, inputs }: ComfyNode, info: ObjectInfo | null): boolean =>
  Object.hasOwn(inputs, 'filename_prefix') ||
  (info !== null && specOf(info, class_type, 'filename_prefix') !== undefined);

function unusedName(preferredName: string, usedNames: ReadonlySet<string>): string {
  let name = preferredName;
  for (let n = 2; usedNames.has(name); n += 1) name = `${preferredName}_${String(n)}`;
  return name;
}

/** Adds `_meta`, because ComfyUI's node replacement fails without it. */
function withTitles(graph: ComfyGraph): ComfyGraph {
  return mapNodes(graph, (node) => ({
    ...node,
    _meta: { ...node._meta, title: node._meta?.title ?? node.class_type },
  }));
}
