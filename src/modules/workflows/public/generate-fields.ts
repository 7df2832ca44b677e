import type { Workflow } from './workflow';

const BOTH = [
  'prompt',
  'negative',
  'width',
  'height',
  'seed',
  'filename_prefix',
  'sampler',
  'scheduler',
];

/** Params that are fields of the generate bodies (spec §4.1, §4.2); any other goes into `workflow_params`. */
export const GENERATE_FIELDS: Readonly<Record<Workflow['kind'], ReadonlySet<string>>> = {
  image: new Set([
    ...BOTH,
    ...['steps', 'cfg', 'guidance', 'denoise', 'image'],
    ...['unet', 'clip', 'vae', 'checkpoint', 'lora_checkpoint', 'lora_strength'],
  ]),
  video: new Set([
    ...BOTH,
    ...['image', 'audio', 'video', 'length', 'fps'],
    ...['steps_high', 'steps_low', 'cfg_high', 'cfg_low', 'shift'],
  ]),
};
