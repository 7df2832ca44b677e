import type { InputSpec, ObjectInfo } from '../../providers/public/comfy-types';
import { listsNodeFiles } from '../../providers/public/node-file-inputs';
import { type Bounds, boundsOf, choicesOf, namesOf, specOf } from '../graph/input-specs';
import { LOADERS } from '../graph/model-files';
import { once, onceForEach } from '../json/once';
import { ownValue } from '../json/json-values';
import type { Workflow, WorkflowParam } from './workflow';

type Choice = string | number;

/**
 * A workflow's params with what these nodes know: bounds so that a value suits all of them, choices that all of them
 * take, and the model files that any of them has. Without nodes it is the manifest's own word. Pure.
 */
export function mergeParams(
  workflow: Workflow,
  nodes: readonly ObjectInfo[],
): Readonly<Record<string, WorkflowParam>> {
  return mergedParams(workflow)(nodes);
}

/** Neither workflows nor catalogues ever change. */
const mergedParams = once((workflow: Workflow) =>
  onceForEach((nodes: readonly ObjectInfo[]) =>
    Object.fromEntries(
      Object.entries(workflow.params).map(([name, param]) => [
        name,
        merged(workflow, param, nodes),
      ]),
    ),
  ),
);

function merged(
  workflow: Workflow,
  param: WorkflowParam,
  nodes: readonly ObjectInfo[],
): WorkflowParam {
  const specs = nodes.flatMap((info) => boundSpecs(workflow, param, info));
  if (param.folder !== undefined) return withChoices(param, filesOf(param, specs, nodes));
  if (param.type === 'choice') return withChoices(param, commonChoices(param, specs));
  const numeric = param.type === 'integer' || param.type === 'number';
  return numeric ? withBounds(param, specs.map(boundsOf)) : param;
}

/** How a node describes the inputs that a param goes to. */
function boundSpecs(
  workflow: Workflow,
  param: WorkflowParam,
  info: ObjectInfo,
): readonly InputSpec[] {
  return param.binds.flatMap(({ node, input }) => {
    const bound = ownValue(workflow.graph, node);
    const spec = bound && specOf(info, bound.class_type, input);
    // What others brought to the node is nobody's choice.
    return spec && !listsNodeFiles(bound.class_type, input, spec) ? [spec] : [];
  });
}

function withChoices(param: WorkflowParam, choices: readonly Choice[] | null): WorkflowParam {
  return choices === null ? param : { ...param, choices };
}

function filesOf(
  param: WorkflowParam,
  specs: readonly InputSpec[],
  nodes: readonly ObjectInfo[],
): readonly string[] | null {
  const listed = param.binds.length > 0 ? specs : nodes.flatMap((info) => loadersOf(param, info));
  return listed.length === 0 ? null : allNames(listed);
}

/** In the order of the alphabet, each once. Many workflows have the same loaders. */
const allNames = onceForEach((specs: readonly InputSpec[]): readonly string[] =>
  [...new Set(specs.flatMap(namesOf))].sort(),
);

/** A param that is bound to no input (`lora_checkpoint`) has the files that loaders of its folder list. */
function loadersOf({ folder = '' }: WorkflowParam, info: ObjectInfo): readonly InputSpec[] {
  return (LOADERS.get(folder) ?? []).flatMap(([nodeClass, input]) => {
    const spec = specOf(info, nodeClass, input);
    return spec ? [spec] : [];
  });
}

/** In the first node's order. Nodes without a common choice: what any of them takes. */
function commonChoices(
  param: WorkflowParam,
  specs: readonly InputSpec[],
): readonly Choice[] | null {
  const offered = specs.flatMap((spec) => {
    const choices = choicesOf(spec);
    return choices === null ? [] : [choices.filter(isChoice)];
  });
  const all = param.choices ? [param.choices, ...offered] : offered;
  if (all.length === 0) return null;
  const union = [...new Set(all.flat())];
  const each = all.map((choices) => new Set(choices));
  const common = union.filter((choice) => each.every((choices) => choices.has(choice)));
  return common.length > 0 ? common : union;
}

const isChoice = (value: unknown): value is Choice =>
  typeof value === 'string' || typeof value === 'number';

/** The narrowest of all bounds; where they leave nothing, the manifest's. */
function withBounds(param: WorkflowParam, told: readonly Bounds[]): WorkflowParam {
  const all: readonly Bounds[] = [param, ...told];
  const minimum = Math.max(...all.map((bounds) => bounds.minimum ?? -Infinity));
  const maximum = Math.min(...all.map((bounds) => bounds.maximum ?? Infinity));
  if (minimum > maximum) return param;
  return {
    ...param,
    ...(Number.isFinite(minimum) ? { minimum } : {}),
    ...(Number.isFinite(maximum) ? { maximum } : {}),
  };
}
