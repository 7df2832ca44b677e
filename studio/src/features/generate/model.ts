import type { Schemas } from '@kinora/client';
import { isRunning } from '../../api/events/live-job-states';
import { omit } from '../../ui/omit';
import type { LiveJob, WorkflowParam } from '../../api/types';

export type StoredRequest = Schemas['StoredRequestResponse'];
export type CastMember = Schemas['CharacterBindingDto'];

/** A LoRA of the form. */
export interface LoraChoice {
  readonly name: string;
  /** Omitted: 1. */
  readonly strength?: number;
  readonly strength_clip?: number;
  readonly target?: 'both' | 'high' | 'low';
  /** Sent as `lora_checkpoint` and `lora_strength`, as the request that it came from did. */
  readonly isCheckpoint?: boolean;
}

/** One setting that takes several values, one run each. */
export interface Axis {
  readonly param: string;
  /** As typed; read by `axisTexts` and `axisValues`. */
  readonly text: string;
}

/** What the form of one workflow holds. What is absent has its default. */
export interface FormState {
  readonly type: 'image' | 'video';
  readonly workflow: string;
  /** Provider id, or `auto`. */
  readonly provider: string;
  readonly prompt: string;
  /** Values of params by name, except the prompt and LoRAs. A seed is here only while it is locked. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly cast: readonly CastMember[];
  readonly loras: readonly LoraChoice[];
  /** Fields of the body that no control shows: `description`, `mode`, `priority`, `previews`. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Inputs of the graph set by `node_<id>.<input>`. */
  readonly nodeInputs: Readonly<Record<string, unknown>>;
  readonly count: number;
  readonly axis: Axis | null;
  /** The seed drawn for the last submit, shown while none is locked. */
  readonly lastSeed: number | null;
}

export interface GenerateRequest {
  readonly type: 'image' | 'video';
  readonly body: Readonly<Record<string, unknown>>;
}

/** The part of a workflow's record that requests depend on. */
export interface RequestWorkflow {
  readonly id: string;
  readonly kind: 'image' | 'video';
  readonly params: Readonly<Record<string, Pick<WorkflowParam, 'role'>>>;
}

/** Params that are fields of the body; all others go into `workflow_params`. */
const BODY_FIELDS = {
  image: fields(
    'negative description width height seed filename_prefix steps cfg sampler scheduler guidance',
    'unet clip vae image denoise checkpoint lora_checkpoint lora_strength priority previews',
  ),
  video: fields(
    'negative description width height length fps seed filename_prefix image audio video mode',
    'steps_high steps_low cfg_high cfg_low shift sampler scheduler priority previews',
  ),
} as const;

function fields(...names: readonly string[]): ReadonlySet<string> {
  return new Set(names.join(' ').split(' '));
}

/** Fields that every workflow takes and no control shows. */
export const EXTRA_FIELDS = new Set([
  'description',
  'mode',
  'priority',
  'previews',
  'filename_prefix',
]);

/** The form of a workflow with everything at its default. */
export const emptyForm = (workflow: string, type: 'image' | 'video'): FormState => ({
  type,
  workflow,
  provider: 'auto',
  prompt: '',
  values: {},
  cast: [],
  loras: [],
  // The stage shows pictures of the steps while a job runs.
  extra: { previews: true },
  nodeInputs: {},
  count: 1,
  axis: null,
  lastSeed: null,
});

/** Name of the param that has the role. */
export const paramOfRole = (
  workflow: Pick<RequestWorkflow, 'params'>,
  role: string,
): string | undefined =>
  Object.keys(workflow.params).find((name) => workflow.params[name]?.role === role);

/** What stands for the prompt where the workflow reads none and nobody typed one: the API wants words to find a job by. */
export function promptOrName(
  prompt: string,
  { name, params }: Pick<Schemas['WorkflowRecordResponse'], 'name' | 'params'>,
): string {
  const readsWords = Object.values(params).some(
    ({ role, binds }) => role === 'prompt' && binds.length > 0,
  );
  return prompt.trim() === '' && !readsWords ? name : prompt;
}

/** How a batch names a param: as a field of the body, or as `workflow_params.<name>`. */
export const axisParam = (type: 'image' | 'video', name: string): string =>
  BODY_FIELDS[type].has(name) ? name : `workflow_params.${name}`;

/** The exact body that is sent, and where. A seed that isn't locked is left out. */
export function toRequest(state: FormState): GenerateRequest {
  const checkpoint = state.loras.find(({ isCheckpoint }) => isCheckpoint);
  const others = state.loras.filter((lora) => lora !== checkpoint);
  const fields: Record<string, unknown> = {
    ...state.extra,
    ...state.values,
    ...(checkpoint && { lora_checkpoint: checkpoint.name }),
    ...(checkpoint?.strength !== undefined && { lora_strength: checkpoint.strength }),
  };
  const top: Record<string, unknown> = {};
  const further: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields))
    (BODY_FIELDS[state.type].has(name) ? top : further)[name] = value;
  if (others.length > 0) further.loras = others.map(sentLora);
  Object.assign(further, state.nodeInputs);
  return {
    type: state.type,
    body: {
      workflow: state.workflow,
      provider: state.provider,
      prompt: state.prompt,
      ...top,
      ...(state.cast.length > 0 && { characters: state.cast }),
      ...(Object.keys(further).length > 0 && { workflow_params: further }),
    },
  };
}

/** Drafts and presets may say `isCheckpoint: false`, which the API doesn't take. */
const sentLora = (lora: LoraChoice) => omit(lora, 'isCheckpoint');

/** `['body', 'workflow_params', 'loras', 0, 'name']` → `loras`. */
export function fieldOf(loc: readonly (string | number)[]): string {
  const path = loc.filter((part) => part !== 'body' && part !== 'base');
  const name = path[0] === 'workflow_params' ? path[1] : path[0];
  return String(name ?? '');
}

/** Refused fields by where they show; texts of those that have no place in the form. */
export function placeErrors(
  refused: readonly { readonly field: string; readonly msg: string }[],
  places: ReadonlySet<string>,
): { readonly shown: Readonly<Record<string, string>>; readonly others: readonly string[] } {
  const shown: Record<string, string> = {};
  for (const { field, msg } of refused)
    if (places.has(field)) shown[field] = `${shown[field] ?? ''} ${msg}`.trim();
  return { shown, others: refused.filter(({ field }) => !places.has(field)).map(({ msg }) => msg) };
}

/** The value as an object, or an empty one. */
export const objectOf = (value: unknown): Record<string | number, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** A JSON merge patch on the body: objects merge, null removes. */
export function withOverrides(
  body: Readonly<Record<string, unknown>>,
  overrides: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...body };
  for (const [name, value] of Object.entries(overrides)) {
    if (value === null) Reflect.deleteProperty(merged, name);
    else if (typeof value === 'object' && !Array.isArray(value))
      merged[name] = withOverrides(objectOf(merged[name]), value as Record<string, unknown>);
    else merged[name] = value;
  }
  return merged;
}

/** Single jobs have their ids at once and can be cancelled one by one; beyond this a batch is easier to follow. */
const MAX_SINGLE_JOBS = 8;

/** A batch feeds its runs as the account's limit admits; single jobs would be refused. */
export const needsBatch = ({ axis, count }: FormState, room: number | null): boolean =>
  axis !== null || count > MAX_SINGLE_JOBS || (count > 1 && room !== null && count > room);

/** The value that a request sends for a param. */
export function sentValue({ type, body }: GenerateRequest, param: string): unknown {
  return BODY_FIELDS[type].has(param) ? body[param] : objectOf(body.workflow_params)[param];
}

/** The request with another value for a param. */
export function withValue(
  request: GenerateRequest,
  param: string,
  value: unknown,
): GenerateRequest {
  const patch = BODY_FIELDS[request.type].has(param)
    ? { [param]: value }
    : { workflow_params: { [param]: value } };
  return { ...request, body: withOverrides(request.body, patch) };
}

/** One request per run: with the seed, the seed + 1, … */
export function requestsOf(
  request: GenerateRequest,
  count: number,
  seedParam: string | undefined,
): readonly GenerateRequest[] {
  const seed = seedParam === undefined ? undefined : sentValue(request, seedParam);
  return Array.from({ length: count }, (_, index) =>
    seedParam === undefined || typeof seed !== 'number' || index === 0
      ? request
      : withValue(request, seedParam, seed + index),
  );
}

type VariedParam = Pick<WorkflowParam, 'type' | 'choices'>;

/**
 * The batch that runs the request `count` times for each value of the axis.
 * @param params of the workflow: values are of the type of their param
 */
export function batchBody(
  { axis, count }: FormState,
  { type, body }: GenerateRequest,
  params: Readonly<Record<string, VariedParam>>,
) {
  const axes =
    axis === null
      ? []
      : [
          {
            param: axisParam(type, axis.param),
            values: axisValues(axis.text, params[axis.param]),
          },
        ];
  return { base: { ...body, type }, axes, mode: 'product' as const, count };
}

/** The values of an axis as they were typed: one per line or between `|`, else between commas. */
export function axisTexts(text: string): readonly string[] {
  const parts = text.split(/[\n|]/u).length > 1 ? text.split(/[\n|]/u) : text.split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

export const axisValues = (text: string, param: VariedParam | undefined) =>
  axisTexts(text).map((part) => typedValue(part, param));

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);
const NUMERIC = new Set<string | undefined>(['integer', 'number']);

/** What was typed as a value that the param takes; what it doesn't take is sent as it is, to be refused. */
function typedValue(text: string, param: VariedParam | undefined): string | number | boolean {
  if (param?.choices) return param.choices.find((choice) => String(choice) === text) ?? text;
  if (param?.type === 'boolean') return BOOLEANS.get(text) ?? text;
  const value = NUMERIC.has(param?.type) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : text;
}

/** Ten digits are enough chance, and can be read out. */
const SEEDS = 2 ** 32;

export const drawSeed = (random: () => number = Math.random): number =>
  Math.floor(random() * SEEDS);

/** The job that runs, else the first one. One whose node is away doesn't run. */
export const jobToStop = <Job extends Pick<LiveJob, 'status' | 'node_unreachable'>>(
  jobs: readonly Job[],
): Job | undefined => jobs.find(isRunning) ?? jobs[0];
