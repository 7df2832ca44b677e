import { isRecord, type JsonRecord } from '../../../platform/json';
import { hasWholeWord } from '../../../platform/search-text';
import type { TrainingTemplate } from '../templates/training-template';
import type { TrainingSettings } from './training-settings';

/** What a run's config is built from, besides its settings. */
export interface RunInputs {
  readonly jobName: string;
  readonly triggerWord: string;
  readonly template: TrainingTemplate;
  /** Absolute folders as the toolkit sees them. */
  readonly trainingFolder: string;
  readonly datasetFolder: string;
}

/** The body of the toolkit's `job_config`. */
export interface ToolkitConfig {
  readonly job: 'extension';
  readonly config: { readonly name: string; readonly process: readonly [JsonRecord] };
  readonly meta: JsonRecord;
}

/** Steps between two saves. */
const SAVE_EVERY = 250;
/** As many as the longest run makes, because the toolkit deletes older ones. */
const KEPT_SAVES = 40;

/** The toolkit falls back to `mse` for names that it doesn't know. */
const LOSS_TYPES: Readonly<Record<string, string>> = { l1: 'mae', huber: 'pseudo_huber' };

/** The config that is sent to the toolkit. The settings win over the template's own keys. */
export function toolkitConfig(inputs: RunInputs, settings: TrainingSettings): ToolkitConfig {
  const { jobName, template } = inputs;
  const process = [baseOf(inputs), template.config, settingsOf(inputs, settings)].reduce(merged);
  return {
    job: 'extension',
    config: { name: jobName, process: [withDataset(process, datasetOf(inputs, settings))] },
    meta: {
      name: '[name]',
      version: '1.0',
      base_config: template.name,
      model: settings.model,
    },
  };
}

/** Keys that requests can't set, but templates can. */
function baseOf({ trainingFolder, triggerWord, template }: RunInputs): JsonRecord {
  return {
    // The only type that reports its progress to the toolkit's database.
    type: 'diffusion_trainer',
    training_folder: trainingFolder,
    sqlite_db_path: './aitk_db.db',
    device: 'cuda',
    trigger_word: triggerWord,
    performance_log_every: 10,
    network: { type: 'lora', network_kwargs: { ignore_if_contains: [] } },
    save: {
      dtype: 'bf16',
      save_every: SAVE_EVERY,
      max_step_saves_to_keep: KEPT_SAVES,
      save_format: 'diffusers',
      push_to_hub: false,
    },
    train: {
      bypass_guidance_embedding: false,
      train_unet: true,
      train_text_encoder: false,
      gradient_checkpointing: true,
      noise_scheduler: 'flowmatch',
      content_or_style: 'balanced',
      ema_config: { use_ema: false, ema_decay: 0.99 },
      skip_first_sample: false,
      force_first_sample: false,
      dtype: 'bf16',
      diff_output_preservation_multiplier: 1,
      switch_boundary_every: 1,
    },
    logging: { log_every: 1, use_ui_logger: true },
    model: { arch: template.arch, model_kwargs: {} },
    sample: {
      sampler: 'flowmatch',
      sample_start_step: 0,
      neg: '',
      walk_seed: true,
      num_frames: 1,
      fps: 1,
    },
  };
}

function settingsOf({ triggerWord }: RunInputs, settings: TrainingSettings): JsonRecord {
  return {
    // The toolkit's default alpha of 1 would weaken the LoRA.
    network: { linear: settings.lora_rank, linear_alpha: settings.lora_rank },
    train: trainOf(settings),
    model: modelOf(settings),
    sample: {
      sample_every: settings.sample_every,
      sample_steps: settings.sample_steps,
      width: settings.sample_width,
      height: settings.sample_height,
      guidance_scale: settings.sample_guidance_scale,
      seed: settings.sample_seed,
      samples: settings.sample_prompts.map((prompt) => ({
        prompt: withTrigger(prompt, triggerWord),
      })),
    },
  };
}

function trainOf(settings: TrainingSettings): JsonRecord {
  return {
    batch_size: settings.batch_size,
    steps: settings.steps,
    gradient_accumulation: settings.gradient_accumulation,
    optimizer: settings.optimizer,
    optimizer_params: { weight_decay: settings.weight_decay },
    lr: settings.learning_rate,
    timestep_type: settings.timestep_type,
    loss_type: LOSS_TYPES[settings.loss_type] ?? settings.loss_type,
    cache_text_embeddings: settings.cache_text_embeddings,
    // Caching unloads it anyway; without caching, the toolkit would ignore all captions.
    unload_text_encoder: false,
    disable_sampling: settings.sample_prompts.length === 0,
    diff_output_preservation: settings.dop_enabled,
    diff_output_preservation_class: settings.preservation_class,
    do_differential_guidance: settings.differential_guidance,
    differential_guidance_scale: settings.differential_guidance_scale,
  };
}

function modelOf(settings: TrainingSettings): JsonRecord {
  const transformer = quantization(settings.transformer_quantization);
  const encoder = quantization(settings.te_quantization);
  return {
    name_or_path: settings.model_name_or_path,
    low_vram: settings.low_vram,
    layer_offloading: settings.layer_offloading,
    quantize: transformer.isOn,
    qtype: transformer.type,
    quantize_te: encoder.isOn,
    qtype_te: encoder.type,
  };
}

/** The type stays a valid one when quantization is off: FLUX.1 reads it for its text encoder. */
const quantization = (value: string) => ({
  isOn: value !== 'none',
  type: value === 'none' ? 'qfloat8' : value,
});

function datasetOf({ datasetFolder }: RunInputs, settings: TrainingSettings): JsonRecord {
  return {
    folder_path: datasetFolder,
    mask_path: null,
    mask_min_value: 0.1,
    default_caption: '',
    caption_ext: 'txt',
    caption_dropout_rate: settings.caption_dropout_rate,
    cache_latents_to_disk: settings.cache_latents,
    is_reg: false,
    network_weight: 1,
    resolution: [...settings.resolution],
    controls: [],
    shrink_video_to_frames: true,
    num_frames: 1,
    flip_x: false,
    flip_y: false,
    num_repeats: 1,
  };
}

const withDataset = (process: JsonRecord, dataset: JsonRecord): JsonRecord => ({
  ...process,
  datasets: [dataset],
});

/** The toolkit puts the trigger into captions, but into a sample prompt only in place of `[trigger]`. */
export function withTrigger(prompt: string, trigger: string): string {
  return prompt.includes('[trigger]') || hasWholeWord(prompt, trigger)
    ? prompt
    : `[trigger], ${prompt}`;
}

/** How many checkpoints a run of so many steps saves, including the one at its end. */
export const savesOf = (steps: number): number => Math.floor((steps - 1) / SAVE_EVERY) + 1;

/** The same config with another total of steps. */
export function withSteps(config: ToolkitConfig, steps: number): ToolkitConfig {
  const [process] = config.config.process;
  return {
    ...config,
    config: { ...config.config, process: [merged(process, { train: { steps } })] },
  };
}

/** `over` on top of `base`, key by key. */
function merged(base: JsonRecord, over: JsonRecord): JsonRecord {
  const keys = Object.entries(over).map(([key, value]): [string, unknown] => {
    const below = base[key];
    return [key, isRecord(below) && isRecord(value) ? merged(below, value) : value];
  });
  return { ...base, ...Object.fromEntries(keys) };
}
