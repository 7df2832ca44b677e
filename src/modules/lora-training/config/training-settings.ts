/** All settings of a run: the request's fields, else the template's, else the defaults. */
export interface TrainingSettings {
  /** Label of the base model; kept with the run. */
  readonly model: string;
  readonly model_name_or_path: string;
  readonly low_vram: boolean;
  readonly layer_offloading: boolean;
  readonly transformer_quantization: string;
  readonly te_quantization: string;
  readonly lora_rank: number;
  readonly steps: number;
  readonly learning_rate: number;
  readonly batch_size: number;
  readonly gradient_accumulation: number;
  readonly optimizer: string;
  readonly weight_decay: number;
  readonly timestep_type: string;
  readonly loss_type: string;
  readonly cache_text_embeddings: boolean;
  readonly unload_text_encoder: boolean;
  readonly resolution: readonly number[];
  readonly caption_dropout_rate: number;
  readonly cache_latents: boolean;
  readonly dop_enabled: boolean;
  readonly preservation_class: string;
  readonly differential_guidance: boolean;
  readonly differential_guidance_scale: number;
  readonly sample_every: number;
  readonly sample_steps: number;
  readonly sample_width: number;
  readonly sample_height: number;
  readonly sample_guidance_scale: number;
  readonly sample_seed: number;
  readonly sample_prompts: readonly string[];
}

/** Those of {@link TrainingSettings} that a template or a request sets. */
export type SomeSettings = { readonly [Name in keyof TrainingSettings]?: TrainingSettings[Name] };

/** Chosen because it suits the default settings, such as a sample guidance of 1, and its model needs no account. */
export const DEFAULT_TEMPLATE = 'zimage_turbo_identity';

/** Used where neither the request nor the template sets a field. */
export const DEFAULT_SETTINGS: TrainingSettings = {
  model: '',
  model_name_or_path: '',
  low_vram: false,
  layer_offloading: false,
  transformer_quantization: 'qfloat8',
  te_quantization: 'qfloat8',
  lora_rank: 32,
  steps: 1800,
  learning_rate: 0.0001,
  batch_size: 1,
  gradient_accumulation: 1,
  optimizer: 'adamw8bit',
  weight_decay: 0.0001,
  timestep_type: 'weighted',
  loss_type: 'mse',
  cache_text_embeddings: false,
  unload_text_encoder: false,
  resolution: [768, 896, 1024],
  caption_dropout_rate: 0.05,
  cache_latents: true,
  dop_enabled: false,
  preservation_class: 'photo',
  differential_guidance: false,
  differential_guidance_scale: 3,
  sample_every: 250,
  sample_steps: 25,
  sample_width: 1024,
  sample_height: 1024,
  sample_guidance_scale: 1,
  sample_seed: 42,
  sample_prompts: [],
};
