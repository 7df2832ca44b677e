import {
  OptionalFlag,
  OptionalInt,
  OptionalIntArray,
  OptionalNum,
  OptionalOneOf,
  OptionalStr,
  OptionalStrArray,
  Str,
} from '../../../platform/validation/body-fields';
import { DEFAULT_SETTINGS, DEFAULT_TEMPLATE } from '../config/training-settings';
import { DATASET_ID, JOB_NAME, MAX_NAME, MAX_PROMPTS } from './names';

const QUANTIZATIONS = ['qfloat8', 'uint4', 'none'];

/** Of settings whose default depends on the template. */
const TEMPLATE_SETS = 'Omitted: the value of the template, else';

/** `POST /api/lora-training/start` and `POST /api/lora-training/plan`. */
export class StartTrainingDto {
  @Str(JOB_NAME)
  job_name: string;

  @Str({
    min: 1,
    max: 100,
    description: 'The word that stands for the subject; put in front of sample prompts without it.',
    example: 'mara_tok',
  })
  trigger_word: string;

  @OptionalStr({
    min: 1,
    max: MAX_NAME,
    default: DEFAULT_TEMPLATE,
    description: 'A template, as GET /api/lora-training/templates lists them.',
    example: 'flux1_identity',
  })
  base_config?: string;

  @Str({ ...DATASET_ID, description: 'The id of the dataset.', example: 'mara' })
  dataset: string;

  @OptionalStr({ min: 1, max: 200, description: 'Label of the base model; kept with the run.' })
  model?: string;

  @OptionalStr({
    min: 1,
    max: 500,
    description:
      "The base model's repository, `owner/name`; for admins also a path on the toolkit's host. Its architecture is the template's.",
    example: 'Tongyi-MAI/Z-Image-Turbo',
  })
  model_name_or_path?: string;

  @OptionalFlag({ description: 'Saves video memory, for GPUs with 16 to 24 GB.' })
  low_vram?: boolean;

  @OptionalFlag({ description: 'Streams layers from main memory, for GPUs with 16 to 24 GB.' })
  layer_offloading?: boolean;

  @OptionalOneOf(QUANTIZATIONS, {
    default: DEFAULT_SETTINGS.transformer_quantization,
    description: 'How the transformer is quantized.',
  })
  transformer_quantization?: string;

  @OptionalOneOf(QUANTIZATIONS, {
    default: DEFAULT_SETTINGS.te_quantization,
    description: 'How the text encoder is quantized.',
  })
  te_quantization?: string;

  @OptionalInt({ min: 4, max: 128, default: DEFAULT_SETTINGS.lora_rank })
  lora_rank?: number;

  @OptionalInt({ min: 100, max: 10_000, default: DEFAULT_SETTINGS.steps })
  steps?: number;

  @OptionalNum({ min: 0.000001, max: 0.01, default: DEFAULT_SETTINGS.learning_rate })
  learning_rate?: number;

  @OptionalInt({ min: 1, max: 8, default: DEFAULT_SETTINGS.batch_size })
  batch_size?: number;

  @OptionalInt({ min: 1, max: 16, default: DEFAULT_SETTINGS.gradient_accumulation })
  gradient_accumulation?: number;

  @OptionalOneOf(['adamw8bit', 'adamw', 'sgd'], {
    default: DEFAULT_SETTINGS.optimizer,
    description: 'The toolkit does not support `sgd`: such a run is not started.',
  })
  optimizer?: string;

  @OptionalNum({ min: 0, max: 0.1, default: DEFAULT_SETTINGS.weight_decay })
  weight_decay?: number;

  @OptionalOneOf(['weighted', 'sigmoid'], { default: DEFAULT_SETTINGS.timestep_type })
  timestep_type?: string;

  @OptionalOneOf(['mse', 'l1', 'huber'], { default: DEFAULT_SETTINGS.loss_type })
  loss_type?: string;

  @OptionalFlag({ description: 'Encodes captions once, before training.' })
  cache_text_embeddings?: boolean;

  @OptionalFlag({
    description: 'Unloads the text encoder; only together with `cache_text_embeddings`.',
  })
  unload_text_encoder?: boolean;

  @OptionalIntArray({
    min: 1,
    max: 16,
    item: { min: 64, max: 4096 },
    default: DEFAULT_SETTINGS.resolution,
    description: 'Sizes of the buckets that pictures are sorted into.',
    example: [768, 1024],
  })
  resolution?: number[];

  @OptionalNum({
    min: 0,
    max: 1,
    description: `Share of steps without caption; 0 with \`cache_text_embeddings\`. ${TEMPLATE_SETS} ${DEFAULT_SETTINGS.caption_dropout_rate}.`,
  })
  caption_dropout_rate?: number;

  @OptionalFlag({ default: DEFAULT_SETTINGS.cache_latents, description: 'Keeps latents on disk.' })
  cache_latents?: boolean;

  @OptionalFlag({ description: 'Differential output preservation: doubles the time of a step.' })
  dop_enabled?: boolean;

  @OptionalStr({
    min: 1,
    max: 100,
    default: DEFAULT_SETTINGS.preservation_class,
    description: 'The neutral word that takes the place of the trigger for preservation.',
  })
  preservation_class?: string;

  @OptionalFlag({ description: 'Differential guidance.' })
  differential_guidance?: boolean;

  @OptionalNum({ min: 1, max: 10, default: DEFAULT_SETTINGS.differential_guidance_scale })
  differential_guidance_scale?: number;

  @OptionalInt({ min: 50, max: 5000, default: DEFAULT_SETTINGS.sample_every })
  sample_every?: number;

  @OptionalInt({ min: 10, max: 100, default: DEFAULT_SETTINGS.sample_steps })
  sample_steps?: number;

  @OptionalInt({ min: 512, max: 2048, default: DEFAULT_SETTINGS.sample_width })
  sample_width?: number;

  @OptionalInt({ min: 512, max: 2048, default: DEFAULT_SETTINGS.sample_height })
  sample_height?: number;

  @OptionalNum({ min: 0, max: 10, default: DEFAULT_SETTINGS.sample_guidance_scale })
  sample_guidance_scale?: number;

  @OptionalInt({ default: DEFAULT_SETTINGS.sample_seed })
  sample_seed?: number;

  @OptionalStrArray({
    max: 32,
    item: { min: 1, max: 2000 },
    description: `Prompts of the sample pictures, of at most ${MAX_PROMPTS} characters together; \`[trigger]\` stands for the trigger word.`,
    example: ['[trigger], portrait, soft daylight'],
  })
  sample_prompts?: string[];
}
