import type { ComfyGraph, ObjectInfo } from '../../providers/public/comfy-types';
import {
  type Conversion,
  type ConversionProblem,
  type MissingClass,
  WorkBudget,
} from '../conversion/conversion';
import { convertEditorWorkflow } from '../conversion/convert-editor-workflow';
import type { Guess } from '../derivation/derive-workflow';
import { importedWorkflow } from '../derivation/imported-workflow';
import { classesOf } from '../graph/graph-edits';
import type { Finding } from '../graph/lint-finding';
import { linkFaults } from '../graph/link-faults';
import { ownValue } from '../../../platform/json';
import { neededPart } from '../public/availability';
import type { Workflow } from '../public/workflow';
import type { ImportWarning } from '../public/workflow-administration';
import type { ImportFault } from './import-fault';
import { type ImportCandidate, manifestFaults } from './parse-import';
import { manifestMisfits } from './manifest-misfits';

/** The result of resolving an imported workflow. */
export type Resolution =
  | {
      readonly state: 'ready';
      readonly workflow: Workflow;
      /** By param name. */
      readonly guesses: Readonly<Record<string, Guess>>;
      readonly warnings: readonly ImportWarning[];
      /** Number of the graph's classes that a node described: the more, the better the derived params. */
      readonly described: number;
    }
  /** It waits for a node with these classes; the list is empty if no node was ever reached. */
  | { readonly state: 'needs_nodes'; readonly missing: readonly MissingClass[] }
  | { readonly state: 'broken'; readonly faults: readonly ImportFault[] };

/**
 * Resolves an import to a workflow. An editor's file is converted with the first node that has all its classes; params
 * are derived with the node that describes most of the graph. Never throws. @param infos the nodes' catalogues,
 * the default node's first
 */
export function resolveImport(
  candidate: ImportCandidate,
  infos: readonly ObjectInfo[],
): Resolution {
  const { text } = candidate;
  if (text.format === 'api') return resolveGraph(candidate, text.graph, infos);
  const conversion = bestConversion(text.editor, infos);
  if (!conversion) return { state: 'needs_nodes', missing: [] };
  const { graph, problems, missing } = conversion;
  if (missing.length > 0) return { state: 'needs_nodes', missing };
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (graph === null || errors.length > 0)
    return {
      state: 'broken',
      faults: [
        ...errors.map((problem) => conversionFault(candidate, problem)),
        ...problems
          .filter(({ severity }) => severity === 'warning')
          .map(({ reason, ...problem }) => ({ ...problem, reason: `perhaps the cause: ${reason}` }))
          .map((problem) => conversionFault(candidate, problem)),
      ],
    };
  const resolution = resolveGraph(candidate, graph, infos);
  if (resolution.state !== 'ready') return resolution;
  const conversionWarnings = problems.map(({ node, class: nodeClass, reason }) => ({
    node,
    class: nodeClass,
    reason,
  }));
  return { ...resolution, warnings: [...conversionWarnings, ...resolution.warnings] };
}

/** Number of a graph's classes that any node describes. */
export function countDescribedClasses(graph: ComfyGraph, infos: readonly ObjectInfo[]): number {
  return Math.max(0, ...infos.map((info) => describedIn(graph, info)));
}

const describedIn = (graph: ComfyGraph, info: ObjectInfo): number =>
  classesOf(graph).filter((nodeClass) => Object.hasOwn(info, nodeClass)).length;

/** All nodes share one budget, because each may cost the time that one file may take. */
function bestConversion(editor: unknown, infos: readonly ObjectInfo[]): Conversion | undefined {
  const work = new WorkBudget();
  const faults = ({ missing, problems }: Conversion): number =>
    missing.length * 1_000 + problems.filter(({ severity }) => severity === 'error').length;
  let best: Conversion | undefined;
  for (const info of infos) {
    const conversion = convertEditorWorkflow(editor, info, work);
    if (conversion.isRefused) return best ?? conversion;
    if (faults(conversion) === 0) return conversion;
    if (!best || faults(conversion) < faults(best)) best = conversion;
  }
  return best;
}

function conversionFault(candidate: ImportCandidate, problem: ConversionProblem): ImportFault {
  const { node, class: nodeClass, reason } = problem;
  return node === null
    ? { part: 'workflow', path: [], reason }
    : {
        part: 'workflow',
        path: candidate.pathOfNode(node),
        reason: `node ${node} (${nodeClass ?? '?'}): ${reason}`,
      };
}

/** Limits above any real workflow: following links must end soon and not overflow the stack. */
const MAX_NODES = 2_000;
const MAX_INPUTS = 20_000;
/** Class names are matched by regular expressions, so their length is limited. */
const MAX_CLASS_CHARACTERS = 200;
/** Enough for one report; later faults show up once the first are corrected. */
export const MAX_FAULTS = 100;

const broken = (reason: string): Resolution => ({
  state: 'broken',
  faults: [{ part: 'workflow', path: [], reason }],
});

const TOO_MANY_NODES = broken(`it has more than ${String(MAX_NODES)} nodes`);
const TOO_MANY_INPUTS = broken(`its nodes have more than ${String(MAX_INPUTS)} inputs`);
const LONG_CLASS_NAME = broken(
  `the class of a node has a name of more than ${String(MAX_CLASS_CHARACTERS)} characters`,
);
const NO_RESULT = broken(
  'no node of it saves or shows a result, so that no ComfyUI takes it: add one that does, such as SaveImage',
);

const inputsOf = (graph: ComfyGraph): number =>
  Object.values(graph).reduce((sum, { inputs }) => sum + Object.keys(inputs).length, 0);

/** Why a graph is too large to be searched; `null` for others. */
export function limitFault(graph: ComfyGraph): Resolution | null {
  if (Object.keys(graph).length > MAX_NODES) return TOO_MANY_NODES;
  if (inputsOf(graph) > MAX_INPUTS) return TOO_MANY_INPUTS;
  return classesOf(graph).some(({ length }) => length > MAX_CLASS_CHARACTERS)
    ? LONG_CLASS_NAME
    : null;
}

/** Does a node describe the whole graph, and none of its classes is an output node? */
function hasNoOutput(graph: ComfyGraph, infos: readonly ObjectInfo[]): boolean {
  const classes = classesOf(graph);
  const isOutput = (name: string): boolean =>
    infos.some((info) => ownValue(info, name)?.output_node === true);
  return countDescribedClasses(graph, infos) === classes.length && !classes.some(isOutput);
}

function resolveGraph(
  candidate: ImportCandidate,
  graph: ComfyGraph,
  infos: readonly ObjectInfo[],
): Resolution {
  const beyondLimit = limitFault(graph);
  if (beyondLimit) return beyondLimit;
  const { id, manifest } = candidate;
  const described = countDescribedClasses(graph, infos);
  const describing = infos.filter((one) => describedIn(graph, one) === described);
  const [info = null] = describing;
  const imported = importedWorkflow({ id, graph, manifest }, info);
  const { workflow, guesses, warnings, problems, faults } = imported;
  if (workflow && hasNoOutput(graph, infos)) return NO_RESULT;
  const unfit = workflow ? manifestMisfits(workflow, manifest.manifest, describing) : [];
  if (unfit.length > 0) return { state: 'broken', faults: unfit };
  if (workflow)
    return {
      state: 'ready',
      workflow,
      guesses,
      described,
      warnings: [
        ...(info ? refusedLinks(graph, info) : []),
        ...warnings.map((reason) => ({ node: null, class: null, reason })),
      ],
    };
  return {
    state: 'broken',
    faults: [
      ...manifestFaults({ problems }),
      ...faults.slice(0, MAX_FAULTS).map((fault) => graphFault(candidate, fault)),
    ],
  };
}

/** Only warnings, because another node may know more classes, and some classes accept what others refuse. */
function refusedLinks(graph: ComfyGraph, info: ObjectInfo): readonly ImportWarning[] {
  return linkFaults(neededPart(graph, info), info).map(({ node, class: nodeClass, reason }) => ({
    node,
    class: nodeClass,
    reason: `${reason}: the node will likely refuse it`,
  }));
}

function graphFault(
  candidate: ImportCandidate,
  { node, class: nodeClass, input, reason }: Finding,
): ImportFault {
  if (node === null) return { part: 'workflow', path: [], reason };
  const inside = input !== null && candidate.text.format === 'api' ? ['inputs', input] : [];
  return {
    part: 'workflow',
    path: [...candidate.pathOfNode(node), ...inside],
    reason: `node ${node} (${nodeClass ?? '?'}) ${reason}`,
  };
}
