import type { ComfyGraph, ComfyNode } from '../../providers/public/comfy-types';
import { valueInGraph } from '../graph/bound-values';
import { linksOf } from '../graph/graph-edits';
import { isMedia } from '../catalogue/media-params';
import { type ModelUse, modelsUsed, sortedIds } from '../graph/model-files';
import { ownValue } from '../../../platform/json';
import type { LoraChoice, Workflow } from './workflow';

/** What a run used, read from its final graph, so that it always matches what ran. */
export interface Provenance {
  /** Model files in the order of loader nodes' ids. */
  readonly models: readonly string[];
  /** LoRA files, in the order in which they are applied. */
  readonly loras: readonly string[];
}

/** The distinct models and LoRAs of a final graph. Loaders that feed nothing are left out, because they don't run. */
export function readProvenance(graph: ComfyGraph): Provenance {
  const [loras, models] = split(usesThatRun(graph), isLora);
  return { models: files(models), loras: files(inAppliedOrder(graph, loras)) };
}

/** The workflow's own LoRAs in a final graph, in the order in which they are applied. */
export function readOwnLoras(graph: ComfyGraph, workflow: Workflow): readonly LoraChoice[] {
  const ownLoras = usesThatRun(graph).filter(
    (use) => isLora(use) && Object.hasOwn(workflow.graph, use.node),
  );
  return inAppliedOrder(graph, ownLoras).map(({ node, file }) => {
    const { strength_model: strength, strength_clip } = ownValue(graph, node)?.inputs ?? {};
    return {
      name: file,
      strength: typeof strength === 'number' ? strength : 1,
      ...(typeof strength_clip === 'number' && strength_clip !== strength ? { strength_clip } : {}),
    };
  });
}

function usesThatRun(graph: ComfyGraph): readonly ModelUse[] {
  const consumed = new Set(
    Object.values(graph).flatMap((node) => linksOf(node).map(([, [source]]) => source)),
  );
  return modelsUsed(graph).filter(({ node }) => consumed.has(node));
}

const isLora = ({ folder }: ModelUse): boolean => folder === 'loras';

function inAppliedOrder(graph: ComfyGraph, loras: readonly ModelUse[]): readonly ModelUse[] {
  const rank = new Map(inDataOrder(graph).map((id, position) => [id, position]));
  return loras.toSorted((a, b) => (rank.get(a.node) ?? 0) - (rank.get(b.node) ?? 0));
}

const files = (uses: readonly ModelUse[]): readonly string[] => [
  ...new Set(uses.map(({ file }) => file)),
];

function split<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

/** Node ids, each after everything that feeds it. Cycles are cut. */
function inDataOrder(graph: ComfyGraph): readonly string[] {
  const ordered = new Set<string>();
  const visited = new Set<string>();
  const stack = [...sortedIds(graph)].reverse();
  for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
    const node: ComfyNode | undefined = visited.has(id) ? undefined : ownValue(graph, id);
    if (!node) {
      stack.pop();
      if (visited.has(id)) ordered.add(id);
      continue;
    }
    visited.add(id);
    for (const [, [source]] of linksOf(node).toReversed())
      if (!visited.has(source)) stack.push(source);
  }
  return [...ordered];
}

/**
 * The values of a workflow's params, read back from its final graph. Params without an input are left out, and so are
 * files, because the graph names staged copies; the plan has the caller's names.
 */
export function readSettings(
  workflow: Workflow,
  graph: ComfyGraph,
): Readonly<Record<string, unknown>> {
  const settings: [string, unknown][] = [];
  for (const [name, param] of Object.entries(workflow.params)) {
    if (isMedia(param.type)) continue;
    const value = valueInGraph(workflow.params, name, graph);
    if (value !== undefined) settings.push([name, value]);
  }
  return Object.fromEntries(settings);
}
