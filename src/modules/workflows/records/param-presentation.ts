import { ownValue } from '../../../platform/json';
import type { ParamGroup, ParamPresentation, WorkflowParam } from '../public/workflow';

/** How a form shows a param; `null` where nothing is known. */
export type ShownParam = Required<{
  readonly [K in keyof ParamPresentation]-?: NonNullable<ParamPresentation[K]> | null;
}> & { readonly label: string; readonly group: ParamGroup; readonly order: number };

type Known = Omit<ParamPresentation, 'order'>;

/** In the order of a form. */
const KNOWN: Readonly<Record<string, Known>> = {
  prompt: { label: 'Prompt', group: 'what', role: 'prompt' },
  negative: { label: 'Negative prompt', group: 'what', role: 'negative' },
  image: { label: 'Picture', group: 'what', role: 'image' },
  image_2: { label: 'Second picture', group: 'what', role: 'image' },
  image_3: { label: 'Third picture', group: 'what', role: 'image' },
  mask: { label: 'Mask', group: 'what', role: 'mask' },
  video: { label: 'Clip', group: 'what', role: 'video' },
  audio: { label: 'Sound', group: 'what', role: 'audio' },
  width: size('Width', 'width'),
  height: size('Height', 'height'),
  megapixels: { label: 'Megapixels', group: 'what', unit: 'MP', step: 0.1 },
  length: { label: 'Length', group: 'what', role: 'length', unit: 'frames' },
  fps: { label: 'Frames per second', group: 'what', role: 'fps', unit: 'fps' },
  seed: { label: 'Seed', group: 'how', role: 'seed' },
  steps: steps('Steps'),
  steps_high: steps('Steps, high noise'),
  steps_low: steps('Steps, low noise'),
  cfg: guidance('Guidance (CFG)'),
  cfg_high: guidance('Guidance (CFG), high noise'),
  cfg_low: guidance('Guidance (CFG), low noise'),
  guidance: guidance('Guidance'),
  denoise: share('Denoise', 'denoise'),
  image_strength: share('Picture strength'),
  strength: share('Strength'),
  lora_checkpoint: { label: 'LoRA', group: 'how', role: 'lora' },
  lora_strength: share('LoRA strength'),
  loras: { label: 'LoRAs', group: 'how', role: 'loras' },
  sampler: { label: 'Sampler', group: 'advanced', role: 'sampler' },
  scheduler: { label: 'Scheduler', group: 'advanced', role: 'scheduler' },
  shift: { label: 'Shift', group: 'advanced', step: 0.1 },
  checkpoint: { label: 'Checkpoint', group: 'advanced', role: 'model' },
  unet: { label: 'Diffusion model', group: 'advanced', role: 'model' },
  unet_high: { label: 'Diffusion model, high noise', group: 'advanced', role: 'model' },
  unet_low: { label: 'Diffusion model, low noise', group: 'advanced', role: 'model' },
  clip: { label: 'Text encoder', group: 'advanced', role: 'model' },
  vae: { label: 'VAE', group: 'advanced', role: 'model' },
};

function size(label: string, role: string): Known {
  return { label, group: 'what', role, unit: 'px', soft_minimum: 256, soft_maximum: 1536 };
}

function steps(label: string): Known {
  return { label, group: 'how', role: 'steps', soft_minimum: 1, soft_maximum: 50 };
}

function guidance(label: string): Known {
  const bounds = { soft_minimum: 1, soft_maximum: 12 };
  return { label, group: 'how', role: 'guidance', step: 0.1, ...bounds };
}

function share(label: string, role?: string): Known {
  const bounds = { step: 0.05, soft_minimum: 0, soft_maximum: 1 };
  return { label, group: 'how', ...(role === undefined ? {} : { role }), ...bounds };
}

const ORDER = new Map(Object.keys(KNOWN).map((name, at) => [name, at]));

/**
 * How a form shows a param: as its manifest says, else by its well-known name, else from its name and type.
 * @param at position among the params of the workflow
 */
export function shownParam(name: string, param: WorkflowParam, at: number): ShownParam {
  const known: Known = ownValue(KNOWN, name) ?? {};
  const isNumeric = param.type === 'integer' || param.type === 'number';
  const shown = { ...UNKNOWN, order: ORDER.get(name) ?? ORDER.size + at, ...known };
  const { soft_minimum, soft_maximum, step, ...rest } = { ...shown, ...manifestValues(param) };
  return {
    ...rest,
    label: rest.label ?? spelledOut(name),
    step: isNumeric ? stepOf(param, step) : null,
    ...(isNumeric ? softBounds(param, { soft_minimum, soft_maximum }) : NO_SOFT_BOUNDS),
  };
}

const UNKNOWN = {
  label: null,
  group: 'advanced',
  role: null,
  unit: null,
  step: undefined,
  soft_minimum: undefined,
  soft_maximum: undefined,
} as const;
const NO_SOFT_BOUNDS = { soft_minimum: null, soft_maximum: null };

function manifestValues(param: WorkflowParam): ParamPresentation {
  const { label, group, order, role, unit, step, soft_minimum, soft_maximum } = param;
  const values = { label, group, order, role, unit, step, soft_minimum, soft_maximum };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** `steps_of_pass` becomes `Steps of pass`. */
function spelledOut(name: string): string {
  const words = name.replace(/[_.]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function stepOf({ type, grid }: WorkflowParam, step: number | undefined): number | null {
  if (grid) return grid.step;
  return step ?? (type === 'integer' ? 1 : null);
}

interface SoftBounds {
  readonly soft_minimum: number | undefined;
  readonly soft_maximum: number | undefined;
}

/** Within the hard bounds, and wide enough for the default. */
function softBounds(
  { default: value, minimum = -Infinity, maximum = Infinity }: WorkflowParam,
  { soft_minimum: low, soft_maximum: high }: SoftBounds,
): Pick<ShownParam, 'soft_minimum' | 'soft_maximum'> {
  const usual = typeof value === 'number' ? value : null;
  return {
    soft_minimum: low === undefined ? null : Math.max(minimum, Math.min(low, usual ?? low)),
    soft_maximum: high === undefined ? null : Math.min(maximum, Math.max(high, usual ?? high)),
  };
}
