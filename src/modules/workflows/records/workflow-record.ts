import { groupBy } from '../../../platform/group-by';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import type { RunTime, WorkflowItem } from './dto/workflow-page.response';
import type { WorkflowParamRecord } from './dto/workflow-param.response';
import type { LackingNode } from './dto/workflow-requirements.response';
import type { WorkflowRecord } from './dto/workflow.response';
import { type ModelUse, modelsUsed } from '../graph/model-files';
import { nextSteps } from './next-steps';
import { type ShownParam, shownParam } from './param-presentation';
import { suggestedSizes } from './suggested-sizes';
import { memoized } from '../json/memoize';
import { hasModel } from '../public/availability';
import { mergeParams } from '../public/params';
import type { Workflow, WorkflowParam } from '../public/workflow';
import type { NodeReadiness } from './workflow-nodes.service';

/** The parts of a record that aren't in the workflow itself, for one caller. */
export interface RecordContext {
  /** Nodes that take its kind of job. */
  readonly nodes: readonly NodeReadiness[];
  readonly runTimes: readonly RunTime[];
  /** When the caller last used it; absent: never, or not asked for. */
  readonly lastUsedAt?: string | null;
  /** The longest text that a request may hold. */
  readonly promptChars: number;
  /** Sentences on measured run times. */
  readonly notes: () => readonly string[];
}

/** A workflow as lists show it. */
export function toItem(workflow: Workflow, { nodes, runTimes }: RecordContext): WorkflowItem {
  return {
    id: workflow.id,
    name: workflow.name,
    description: workflow.description,
    kind: workflow.kind,
    modes: workflow.modes,
    source: workflow.source,
    inputs: workflow.inputs,
    supports_lora: workflow.supports_lora,
    runnable_on: nodes.filter(({ runnable }) => runnable).map(({ id }) => id),
    run_time: runTimes,
  };
}

/** The complete record of a workflow. */
export function toRecord(workflow: Workflow, around: RecordContext): WorkflowRecord {
  const infos = around.nodes.flatMap(({ info }) => (info ? [info] : []));
  const params = mergeParams(workflow, infos);
  const uses = usesByModel(workflow.graph);
  const most = maxChoicesPerList(params);
  const classes = Object.values(workflow.graph).map(({ class_type }) => class_type);
  return {
    ...toItem(workflow, around),
    params: Object.fromEntries(
      Object.entries(params).map(([name, param], at) => [
        name,
        { ...toParam(param, most), ...shownParam(name, param, at) },
      ]),
    ),
    sizes: suggestedSizes(params),
    lacks: around.nodes.filter(({ runnable }) => !runnable).map(toLacks),
    last_used_at: around.lastUsedAt ?? null,
    requirements: {
      node_classes: [...new Set(classes)].sort(),
      models: workflow.models.map(({ folder, file, page }) => ({
        folder,
        file,
        ...(page === undefined ? {} : { page }),
        on: nodesWith(uses.get(modelKey({ folder, file })) ?? [], around.nodes),
      })),
      missing: around.nodes.filter(({ runnable }) => !runnable).map(lackingNode),
      vram_gb: workflow.vram_gb,
      notes: [...workflow.notes, ...around.notes()],
    },
    next: nextSteps(workflow, params, around),
  };
}

/** The same in short: classes and files by name. */
const toLacks = ({ id, assessment }: NodeReadiness): WorkflowRecord['lacks'][number] => ({
  provider: id,
  classes: assessment?.missing_classes ?? [],
  models: (assessment?.missing_models ?? []).map(({ folder, file }) => `${folder}/${file}`),
});

/** What a node lacks for a workflow. */
export function lackingNode({ id, runnable, assessment }: NodeReadiness): LackingNode {
  return {
    provider: id,
    runnable,
    known: assessment !== null,
    missing_classes: assessment?.missing_classes ?? [],
    ...(assessment?.nearest_classes ? { nearest_classes: assessment.nearest_classes } : {}),
    missing_models: assessment?.missing_models ?? [],
    unsupported_values: (assessment?.unsupported_values ?? []).map((refused) =>
      typeof refused.value === 'object' && refused.value !== null
        ? { ...refused, value: JSON.stringify(refused.value) }
        : refused,
    ),
  };
}

/** Limits the choices in all lists of a record: a graph may have 500 LoRA inputs with 10,000 choices each. */
const RECORD_CHOICES = 50_000;
/** Minimum number of choices in each list. */
const MIN_CHOICES = 100;

function maxChoicesPerList(params: Workflow['params']): number {
  const lists = Object.values(params).filter(({ choices }) => choices !== undefined).length;
  return Math.max(MIN_CHOICES, Math.floor(RECORD_CHOICES / Math.max(lists, 1)));
}

function toParam(param: WorkflowParam, most: number): Omit<WorkflowParamRecord, keyof ShownParam> {
  return {
    type: param.type,
    required: param.required,
    default: param.default ?? null,
    minimum: param.minimum ?? null,
    maximum: param.maximum ?? null,
    grid: param.grid ?? null,
    choices: param.choices?.slice(0, most) ?? null,
    folder: param.folder ?? null,
    description: param.description,
    binds: param.binds,
  };
}

const modelKey = ({ folder, file }: Pick<ModelUse, 'folder' | 'file'>): string =>
  JSON.stringify([folder, file]);

/** Where a graph loads each of its models. Graphs never change. */
const usesByModel = memoized((graph: ComfyGraph): ReadonlyMap<string, readonly ModelUse[]> =>
  groupBy(modelsUsed(graph), modelKey),
);

function nodesWith(uses: readonly ModelUse[], nodes: readonly NodeReadiness[]): readonly string[] {
  return nodes
    .filter(({ info }) => info !== null && uses.some((use) => hasModel(info, use)))
    .map(({ id }) => id);
}
