import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltinWorkflowsStore } from '../../src/modules/workflows/catalogue/builtin-workflows.store';
import { BuiltinWorkflowsService } from '../../src/modules/workflows/catalogue/builtin-workflows.service';
import type { NodeClassInfo, ObjectInfo } from '../../src/modules/providers/public/comfy-types';
import { specOf } from '../../src/modules/workflows/graph/input-specs';
import { modelsUsed } from '../../src/modules/workflows/graph/model-files';
import type {
  ParamType,
  Workflow,
  WorkflowParam,
} from '../../src/modules/workflows/public/workflow';

const BUILTIN = join(__dirname, '../../src/modules/workflows/builtin');

/** Ids of the built-in workflows. */
export function builtinIds(kind?: Workflow['kind']): readonly string[] {
  const files = readdirSync(BUILTIN).map((file) => readFileSync(join(BUILTIN, file), 'utf8'));
  return files
    .map((text) => JSON.parse(text) as Pick<Workflow, 'id' | 'kind'>)
    .filter((workflow) => kind === undefined || workflow.kind === kind)
    .map(({ id }) => id)
    .sort();
}

/** The built-in catalogue. */
export async function builtinCatalogue(): Promise<BuiltinWorkflowsService> {
  const catalogue = new BuiltinWorkflowsService(new BuiltinWorkflowsStore());
  await catalogue.onModuleInit();
  return catalogue;
}

/** `object_info` as recorded from a real ComfyUI 0.33.0. A fresh copy each time. */
export function recordedObjectInfo(): Record<string, NodeClassInfo> {
  const file = join(__dirname, '../fixtures/comfyui/object_info.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, NodeClassInfo>;
}

/** The recorded catalogue of a node that has every model that these workflows name. */
export function stockedObjectInfo(workflows: readonly Workflow[]): ObjectInfo {
  const info = recordedObjectInfo();
  for (const { nodeClass, input, file } of workflows.flatMap(({ graph }) => modelsUsed(graph)))
    addFile(info, [nodeClass, input], file);
  return info;
}

/** Adds a file to the list that a loader class offers. */
export function addFile(
  info: ObjectInfo,
  [nodeClass, input]: [string, string],
  file: string,
): void {
  const [type, options] = specOf(info, nodeClass, input) ?? [];
  // Newer classes say COMBO, with their choices among the options.
  const choices: unknown = type === 'COMBO' ? options?.['options'] : type;
  if (!Array.isArray(choices)) throw new Error(`${nodeClass}.${input} lists no files`);
  if (!choices.includes(file)) choices.push(file);
}

/** A param with only a type and the fields that a test adds. */
export function param(type: ParamType, rest: Partial<WorkflowParam> = {}): WorkflowParam {
  return { type, required: false, description: 'for a test', binds: [], ...rest };
}

/** A workflow around a graph, and what a test adds. */
export function workflowAround(graph: Workflow['graph'], rest: Partial<Workflow> = {}): Workflow {
  return {
    id: 'test',
    name: 'Test',
    description: 'for a test',
    kind: 'image',
    modes: ['t2i'],
    source: 'builtin',
    inputs: { image: 'none', audio: 'none', video: 'none' },
    supports_lora: (rest.lora_slots ?? []).length > 0,
    lora_slots: [],
    params: { prompt: param('text', { required: true }) },
    models: [],
    vram_gb: null,
    notes: [],
    example: { prompt: 'a test' },
    open_params: [],
    graph,
    ...rest,
  };
}
