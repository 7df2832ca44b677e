import type { Workflow, WorkflowParam } from './workflow';

/** What a field of the generate bodies holds. */
type FieldType = 'text' | 'integer' | 'number';

const BOTH = {
  prompt: 'text',
  negative: 'text',
  width: 'integer',
  height: 'integer',
  seed: 'integer',
  filename_prefix: 'text',
  sampler: 'text',
  scheduler: 'text',
  image: 'text',
} as const;

/** Params that are fields of the generate bodies; any other goes into `workflow_params`. */
export const GENERATE_FIELDS: Readonly<Record<Workflow['kind'], ReadonlyMap<string, FieldType>>> = {
  image: new Map(
    Object.entries({
      ...BOTH,
      steps: 'integer',
      cfg: 'number',
      guidance: 'number',
      denoise: 'number',
      unet: 'text',
      clip: 'text',
      vae: 'text',
      checkpoint: 'text',
      lora_checkpoint: 'text',
      lora_strength: 'number',
    } as const),
  ),
  video: new Map(
    Object.entries({
      ...BOTH,
      audio: 'text',
      video: 'text',
      length: 'integer',
      fps: 'integer',
      steps_high: 'integer',
      steps_low: 'integer',
      cfg_high: 'number',
      cfg_low: 'number',
      shift: 'number',
    } as const),
  ),
};

/** Does the field of a param hold this value? Other values go into `workflow_params`. */
export function fieldHolds(kind: Workflow['kind'], name: string, value: unknown): boolean {
  switch (GENERATE_FIELDS[kind].get(name)) {
    case 'text':
      return typeof value === 'string';
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case undefined:
      return false;
  }
}

const NUMBERS: readonly WorkflowParam['type'][] = ['integer', 'number'];
const TEXTS: readonly WorkflowParam['type'][] = [
  ...(['string', 'text', 'image', 'mask', 'audio', 'video', 'model', 'lora'] as const),
];

/** A param of a workflow or of its record. */
interface FieldParam {
  readonly type: WorkflowParam['type'];
  readonly choices?: readonly unknown[] | null;
}

/** Which values of a param its field holds. Others, such as a rate of 23.976 as `fps`, go into `workflow_params`. */
export function heldValues(
  kind: Workflow['kind'],
  name: string,
  { type, choices }: FieldParam,
): 'all' | 'integers' | 'none' {
  const field = GENERATE_FIELDS[kind].get(name);
  if (field === 'integer' && type === 'number') return 'integers';
  const types = field === 'text' ? TEXTS : NUMBERS;
  const isHeld =
    type === 'choice'
      ? (choices ?? []).every((choice) => fieldHolds(kind, name, choice))
      : types.includes(type);
  return field !== undefined && isHeld ? 'all' : 'none';
}
