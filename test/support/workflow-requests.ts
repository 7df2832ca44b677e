import type { WorkflowRecord } from '../../src/modules/workflows/records/dto/workflow.response';

type Param = WorkflowRecord['params'][string];
export type Body = Readonly<Record<string, unknown>>;

/** Paths of uploaded media, by the type of param that takes them. */
export type SampleFiles = Readonly<Record<'image' | 'mask' | 'audio' | 'video', string>>;

/** Fields that every generate body has. */
const COMMON_FIELDS = { prompt: 'a quiet harbour at dawn', description: 'for a test' };

/** Params that are fields at the top of the body, by kind; the others go into `workflow_params`. */
const TOP_FIELDS: Readonly<Record<WorkflowRecord['kind'], ReadonlySet<string>>> = {
  image: new Set([
    ...['prompt', 'negative', 'width', 'height', 'seed', 'filename_prefix', 'steps', 'cfg'],
    ...['sampler', 'scheduler', 'guidance', 'unet', 'clip', 'vae', 'lora_checkpoint'],
    ...['lora_strength', 'image', 'denoise', 'checkpoint'],
  ]),
  video: new Set([
    ...['prompt', 'negative', 'width', 'height', 'length', 'fps', 'seed', 'filename_prefix'],
    ...['steps_high', 'steps_low', 'cfg_high', 'cfg_low', 'shift', 'sampler', 'scheduler'],
    ...['image', 'audio', 'video'],
  ]),
};

/** A generate body with the required params of a workflow only. */
export function minimalRequest(record: WorkflowRecord, files: SampleFiles): Body {
  return bodyOf(record, files, ({ required }) => required);
}

/** A generate body with all params of a workflow, with other values than their defaults if possible. */
export function fullRequest(record: WorkflowRecord, files: SampleFiles): Body {
  return bodyOf(record, files, () => true);
}

/** The values of a body by param name, from its top and from `workflow_params`. */
export function sentValues({ workflow_params: more, ...top }: Body): Body {
  return { ...top, ...(more as Body | undefined) };
}

function bodyOf(
  { id, kind, params }: WorkflowRecord,
  files: SampleFiles,
  isWanted: (param: Param) => boolean,
): Body {
  const values = Object.entries(params)
    .filter(([name, param]) => name !== 'prompt' && isWanted(param))
    .map(([name, param]) => [name, VALUES[param.type](name, param, files)] as const);
  const isField = ([name]: readonly [string, unknown]): boolean => TOP_FIELDS[kind].has(name);
  const nested = values.filter((entry) => !isField(entry));
  return {
    workflow: id,
    ...COMMON_FIELDS,
    ...Object.fromEntries(values.filter(isField)),
    ...(nested.length > 0 ? { workflow_params: Object.fromEntries(nested) } : {}),
  };
}

type Value = (name: string, param: Param, files: SampleFiles) => unknown;

const VALUES: Readonly<Record<Param['type'], Value>> = {
  string: () => 'a-test/of everything',
  text: () => 'fog',
  integer: (_, param) => numberOf(param),
  number: (_, param) => numberOf(param),
  boolean: (_, param) => param.default !== true,
  choice: otherChoice,
  model: otherChoice,
  lora: otherChoice,
  loras: (name, param) => [{ name: otherChoice(name, param), strength: 0.5 }],
  image: (_, __, files) => files.image,
  mask: (_, __, files) => files.mask,
  audio: (_, __, files) => files.audio,
  video: (_, __, files) => files.video,
};

function numberOf({ type, default: own, minimum, maximum, grid }: Param): number {
  const start = typeof own === 'number' ? own : (minimum ?? 0);
  const step = grid?.step ?? (type === 'integer' ? 1 : 0.25);
  return start + step <= (maximum ?? Infinity) ? start + step : start - step;
}

function otherChoice(name: string, { choices, default: own }: Param): unknown {
  const [other = own] = choices?.filter((choice) => choice !== own) ?? [];
  if (other === undefined || other === null) throw new Error(`the node has no file for ${name}`);
  return other;
}
