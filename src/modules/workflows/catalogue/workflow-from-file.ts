import { heldValues } from '../public/generate-fields';
import { valueInGraph } from '../graph/bound-values';
import { isMedia } from './media-params';
import type { InputNeed, ParamType, Workflow, WorkflowParam } from '../public/workflow';
import type { ParamEntry, WorkflowFile } from './workflow-file';

type Params = Readonly<Record<string, WorkflowParam>>;

/** Request params of every workflow with a LoRA slot. */
const LORA_PARAMS: Params = {
  lora_checkpoint: {
    type: 'lora',
    required: false,
    folder: 'loras',
    description: "A LoRA to apply: a file name, or a path, under the node's loras folder.",
    binds: [],
  },
  lora_strength: {
    type: 'number',
    required: false,
    default: 1,
    minimum: -100,
    maximum: 100,
    description:
      'Strength of lora_checkpoint: 1 is as trained, 0.6 to 0.9 mixes better with others.',
    binds: [],
  },
  loras: {
    type: 'loras',
    required: false,
    folder: 'loras',
    description:
      'Further LoRAs, applied in the order given: [{"name", "strength" (1), "strength_clip"?, "target"?: both|high|low}].',
    binds: [],
  },
};

/** Params of every workflow that aren't bound to a node. */
const COMMON_PARAMS: Params = {
  filename_prefix: {
    type: 'string',
    required: false,
    description: 'Prefix of the file name of the result. Omitted: the workflow id.',
    binds: [],
  },
};

/** Builds the workflow of a file, deriving the omitted fields. */
export function workflowFrom(file: WorkflowFile, source: Workflow['source']): Workflow {
  const supportsLora = file.lora_slots.length > 0;
  const params: Params = {
    ...Object.fromEntries(
      Object.entries(file.params).map(([name, entry]) => [name, paramFrom(file, name, entry)]),
    ),
    ...(supportsLora ? LORA_PARAMS : {}),
    ...COMMON_PARAMS,
  };
  return {
    id: file.id,
    name: file.name,
    description: file.description,
    kind: file.kind,
    modes: file.modes,
    source,
    inputs: {
      image: need(params, ['image', 'mask']),
      audio: need(params, ['audio']),
      video: need(params, ['video']),
    },
    supports_lora: supportsLora,
    lora_slots: file.lora_slots,
    params: withPlacement(file.kind, params),
    models: file.models,
    vram_gb: file.vram_gb,
    notes: file.notes,
    example: file.example,
    open_params: file.open_params ?? [],
    graph: file.graph,
  };
}

/** Adds to descriptions what goes into `workflow_params`, because no field of the body holds it. */
function withPlacement(kind: Workflow['kind'], params: Params): Params {
  const entries = Object.entries(params).map(([name, param]): [string, WorkflowParam] => {
    const { description } = param;
    const placement = PLACEMENTS[heldValues(kind, name, param)];
    const isDescribed = description.endsWith(placement);
    return [
      name,
      isDescribed ? param : { ...param, description: `${sentence(description)} ${placement}` },
    ];
  });
  return Object.fromEntries(entries);
}

const PLACEMENTS = {
  all: '',
  integers: 'A number that is not whole goes into workflow_params.',
  none: 'Goes into workflow_params.',
} as const;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The default is the file's (`null` for none), else the graph's own value. */
function paramFrom(file: WorkflowFile, name: string, entry: ParamEntry): WorkflowParam {
  const { default: written, ...rest } = entry;
  // The prompt is required even if it is only recorded.
  const param = { ...rest, required: entry.required ?? name === 'prompt' };
  const value = written === undefined ? graphValue(file, name, param) : written;
  return value === null || value === undefined ? param : { ...param, default: value };
}

function graphValue(file: WorkflowFile, name: string, param: WorkflowParam): unknown {
  return param.required || isMedia(param.type)
    ? undefined
    : valueInGraph(file.params, name, file.graph);
}

function need(params: Params, types: readonly ParamType[]): InputNeed {
  const files = Object.values(params).filter(({ type }) => types.includes(type));
  if (files.some(({ required }) => required)) return 'required';
  return files.length > 0 ? 'optional' : 'none';
}
