import type { InputSpec, ObjectInfo } from '../../providers/public/comfy-types';
import { listsNodeFiles } from '../../providers/public/node-file-inputs';
import { type Bounds, boundsOf, choicesOf, namesOf, specOf } from '../graph/input-specs';
import { classesOf } from '../graph/graph-edits';
import { reducedTo } from '../graph/reduced-catalogue';
import { LOADERS } from '../graph/model-files';
import { memoized, memoizedByList } from '../json/memoize';
import { ownValue } from '../../../platform/json';
import type { Workflow, WorkflowParam } from './workflow';

type Choice = string | number;

/**
 * A workflow's params with the limits of these nodes: the narrowest bounds, the choices that all nodes have in common
 * (all choices if there are none in common, so that the param stays usable), and the model files that any node has. Without nodes, the manifest's own limits.
 */
export function mergeParams(
  workflow: Workflow,
  nodes: readonly ObjectInfo[],
): Readonly<Record<string, WorkflowParam>> {
  const { reduced, merged } = mergerFor(workflow);
  return merged([...new Set(nodes.map(reduced))]);
}

/** Cached, because workflows and catalogues are immutable. */
const mergerFor = memoized((workflow: Workflow) => ({
  reduced: reducedTo([...classesOf(workflow.graph), ...loadersFor(workflow)]),
  merged: memoizedByList((nodes: readonly ObjectInfo[]) =>
    Object.fromEntries(
      Object.entries(workflow.params).map(([name, param]) => [
        name,
        mergeParam(workflow, param, nodes),
      ]),
    ),
  ),
}));

function mergeParam(
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

/** The node's descriptions of the inputs that a param sets. */
function boundSpecs(
  workflow: Workflow,
  param: WorkflowParam,
  info: ObjectInfo,
): readonly InputSpec[] {
  return param.binds.flatMap(({ node, input }) => {
    const bound = ownValue(workflow.graph, node);
    const spec = bound && specOf(info, bound.class_type, input);
    // Uploaded files of other callers must not be listed as choices.
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
  const fileSpecs =
    param.binds.length > 0 ? specs : nodes.flatMap((info) => loadersOf(param, info));
  return fileSpecs.length === 0 ? null : allNames(fileSpecs);
}

/** The distinct names in alphabetical order. Cached, because many workflows have the same loaders. */
const allNames = memoizedByList((specs: readonly InputSpec[]): readonly string[] =>
  [...new Set(specs.flatMap(namesOf))].sort(),
);

const loadersFor = ({ params }: Workflow): readonly string[] =>
  Object.values(params).flatMap(({ folder = '' }) =>
    (LOADERS.get(folder) ?? []).map(({ nodeClass }) => nodeClass),
  );

/** For a param without an input (`lora_checkpoint`): the loader inputs that list the files of its folder. */
function loadersOf({ folder = '' }: WorkflowParam, info: ObjectInfo): readonly InputSpec[] {
  return (LOADERS.get(folder) ?? []).flatMap(({ nodeClass, input }) => {
    const spec = specOf(info, nodeClass, input);
    return spec ? [spec] : [];
  });
}

/** The common choices in the order of the manifest, else of the first node; if there are none, all choices. */
function commonChoices(
  param: WorkflowParam,
  specs: readonly InputSpec[],
): readonly Choice[] | null {
  const offered = specs.flatMap((spec) => {
    const choices = choicesOf(spec);
    // An empty list says nothing, because some classes get their choices only in the browser.
    return choices === null || choices.length === 0 ? [] : [choices.filter(isChoice)];
  });
  const all = param.choices ? [param.choices, ...offered] : offered;
  if (all.length === 0) return null;
  const union = [...new Set(all.flat())];
  const choiceSets = all.map((choices) => new Set(choices));
  const common = union.filter((choice) => choiceSets.every((choices) => choices.has(choice)));
  return common.length > 0 ? common : union;
}

const isChoice = (value: unknown): value is Choice =>
  typeof value === 'string' || typeof value === 'number';

/** The narrowest of all bounds; the manifest's own if the bounds contradict each other. */
function withBounds(param: WorkflowParam, nodeBounds: readonly Bounds[]): WorkflowParam {
  const all: readonly Bounds[] = [param, ...nodeBounds];
  const minimum = Math.max(...all.map((bounds) => bounds.minimum ?? -Infinity));
  const maximum = Math.min(...all.map((bounds) => bounds.maximum ?? Infinity));
  if (minimum > maximum) return param;
  return {
    ...param,
    ...(Number.isFinite(minimum) ? { minimum } : {}),
    ...(Number.isFinite(maximum) ? { maximum } : {}),
  };
}
