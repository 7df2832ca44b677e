/** A base model; its LoRAs have no effect with any other. */
interface BaseModel {
  readonly label: string;
  /** Matches its name in the header of a LoRA, and the toolkit's name of its architecture. */
  readonly named: RegExp;
  /** Matches the model files that workflows load it from. */
  readonly files: RegExp;
  /** Matches the names of its weights in a LoRA. */
  readonly keys: RegExp;
}

const PREFIX =
  '^(?:base_model\\.model\\.)?(?:diffusion_model[._]|transformer[._]|lora_transformer_|lora_unet_)';
const weights = (blocks: string): RegExp => new RegExp(`${PREFIX}(?:${blocks})[._]`);

const FLUX_KEYS = weights(
  'double_blocks|single_blocks|transformer_blocks|single_transformer_blocks',
);
const UNET_KEYS =
  /^(?:unet\.|lora_unet_|diffusion_model\.)(?:down_blocks|mid_block|up_blocks|input_blocks|middle_block|output_blocks)/;
const WAN_KEYS = weights('blocks');

/** The first match counts, so specific names come before general ones. */
const BASE_MODELS: readonly BaseModel[] = [
  {
    label: 'FLUX.2 klein 4B',
    named: /^flux[._-]?2[._-]klein(?!.*9b)/,
    files: /flux[._-]?2[._-]klein(?!.*9b)/,
    keys: FLUX_KEYS,
  },
  {
    label: 'FLUX.2 klein 9B',
    named: /^flux[._-]?2[._-]klein/,
    files: /flux[._-]?2[._-]klein/,
    keys: FLUX_KEYS,
  },
  { label: 'FLUX.2', named: /^flux[._-]?2/, files: /flux[._-]?2/, keys: FLUX_KEYS },
  {
    label: 'FLUX.1',
    named: /^flux(?:$|[._-]?1|[._-](?:dev|schnell|kontext|krea))/,
    files: /flux[._-]?1/,
    keys: FLUX_KEYS,
  },
  { label: 'Z-Image', named: /^z[._-]?image/, files: /z[._-]?image/, keys: weights('layers') },
  {
    label: 'Qwen-Image',
    named: /^qwen[._-]?image/,
    // Krea 2 loads the VAE of Qwen-Image.
    files: /qwen[._-]?image(?![._-]vae)/,
    keys: weights('transformer_blocks'),
  },
  {
    label: 'Wan 2.2 5B',
    named: /^wan[._-]?2[._-]?2.*5b/,
    files: /wan[._-]?2[._-]?2.*5b/,
    keys: WAN_KEYS,
  },
  // One entry for both versions: LoRAs of 2.1 also work with 2.2.
  { label: 'Wan 14B', named: /^wan(?!.*1[._-]?3?b$)/, files: /wan.*14b/, keys: WAN_KEYS },
  {
    label: 'SDXL',
    named: /^(?:sd[._-]?xl|stable-diffusion-xl)/,
    files: /sd[._-]?xl/,
    keys: UNET_KEYS,
  },
  {
    label: 'Stable Diffusion 1.5',
    named: /^(?:sd[._-]?v?1|stable-diffusion-v1)/,
    files: /v1-5|sd[._-]?1[._-]?5/,
    keys: UNET_KEYS,
  },
];

/** What a LoRA was trained for, as far as its header says. */
export interface TrainedFor {
  /** Label of a known base model, else the text of the header; `null` if the header has none. */
  readonly baseModel: string | null;
  /** Names of its weights. */
  readonly keys: readonly string[];
}

/** @param named what the header says of its base model, else the toolkit's name of the architecture */
export function trainedFor(named: string | null, keys: readonly string[]): TrainedFor {
  const model = BASE_MODELS.find((one) => named !== null && one.named.test(named.toLowerCase()));
  return { baseModel: model?.label ?? named, keys };
}

const ADAPTER_KEY = /\.?(?:lora_(?:A|B|up|down)|lokr_|hada_|alpha$|dora_scale)/;

/** Whether these are the weights of a LoRA, not of a whole model or of something else. */
export const isLora = (keys: readonly string[]): boolean =>
  keys.some((key) => ADAPTER_KEY.test(key));

/**
 * Why a LoRA has no effect with a workflow that loads these model files, by what its header says of its base model;
 * `null` if it fits, or if either is unknown.
 */
export function otherBase(named: string, modelFiles: readonly string[]): string | null {
  const model = loadedModel(modelFiles);
  return model ? otherLabel(trainedFor(named, []).baseModel, model) : null;
}

const otherLabel = (baseModel: string | null, { label }: BaseModel): string | null =>
  BASE_MODELS.some((one) => one.label === baseModel && one.label !== label)
    ? `it was trained for ${String(baseModel)}, and the workflow uses ${label}`
    : null;

const loadedModel = (modelFiles: readonly string[]): BaseModel | undefined =>
  BASE_MODELS.find(({ files }) => modelFiles.some((file) => files.test(file.toLowerCase())));

/**
 * Why a LoRA has no effect with a workflow that loads these model files; `null` if it fits, or if the base model of
 * either is unknown.
 */
export function misfit(
  { baseModel, keys }: TrainedFor,
  modelFiles: readonly string[],
): string | null {
  const model = loadedModel(modelFiles);
  if (!model) return null;
  const other = otherLabel(baseModel, model);
  if (other !== null) return other;
  if (keys.some((key) => model.keys.test(key))) return null;
  return `the workflow uses ${model.label}, which has no weights of such names as ${keys[0] ?? '(none)'}`;
}
