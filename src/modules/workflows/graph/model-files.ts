import type { ComfyGraph, ComfyNode } from '../../providers/public/comfy-types';
import { isModelFile } from '../../providers/public/node-file-inputs';
import { isLink } from './graph-edits';
import { ownValue } from '../../../platform/json';
import { groupBy } from '../../../platform/group-by';

/** The models folder of each loader input, by class. `object_info` doesn't contain it: it only lists the files. */
const FOLDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AudioEncoderLoader: { audio_encoder_name: 'audio_encoders' },
  CheckpointLoader: { ckpt_name: 'checkpoints' },
  CheckpointLoaderSimple: { ckpt_name: 'checkpoints' },
  CLIPLoader: { clip_name: 'text_encoders' },
  CLIPVisionLoader: { clip_name: 'clip_vision' },
  ControlNetLoader: { control_net_name: 'controlnet' },
  CreateHookLora: { lora_name: 'loras' },
  CreateHookLoraModelOnly: { lora_name: 'loras' },
  CreateHookModelAsLora: { ckpt_name: 'checkpoints' },
  CreateHookModelAsLoraModelOnly: { ckpt_name: 'checkpoints' },
  DiffControlNetLoader: { control_net_name: 'controlnet' },
  DualCLIPLoader: { clip_name1: 'text_encoders', clip_name2: 'text_encoders' },
  FrameInterpolationModelLoader: { model_name: 'frame_interpolation' },
  GLIGENLoader: { gligen_name: 'gligen' },
  HypernetworkLoader: { hypernetwork_name: 'hypernetworks' },
  ImageOnlyCheckpointLoader: { ckpt_name: 'checkpoints' },
  LatentUpscaleModelLoader: { model_name: 'latent_upscale_models' },
  LoraLoader: { lora_name: 'loras' },
  LoraLoaderBypass: { lora_name: 'loras' },
  LoraLoaderBypassModelOnly: { lora_name: 'loras' },
  LoraLoaderModelOnly: { lora_name: 'loras' },
  LTXAVTextEncoderLoader: { text_encoder: 'text_encoders', ckpt_name: 'checkpoints' },
  LTXVAudioVAELoader: { ckpt_name: 'checkpoints' },
  ModelPatchLoader: { name: 'model_patches' },
  PhotoMakerLoader: { photomaker_model_name: 'photomaker' },
  QuadrupleCLIPLoader: {
    clip_name1: 'text_encoders',
    clip_name2: 'text_encoders',
    clip_name3: 'text_encoders',
    clip_name4: 'text_encoders',
  },
  StyleModelLoader: { style_model_name: 'style_models' },
  TripleCLIPLoader: {
    clip_name1: 'text_encoders',
    clip_name2: 'text_encoders',
    clip_name3: 'text_encoders',
  },
  UNETLoader: { unet_name: 'diffusion_models' },
  unCLIPCheckpointLoader: { ckpt_name: 'checkpoints' },
  UpscaleModelLoader: { model_name: 'upscale_models' },
  VAELoader: { vae_name: 'vae' },
};

/** The models folder of inputs that loaders of custom node packs have in common with ComfyUI's own, by name. */
const COMMON_INPUTS: Readonly<Record<string, string>> = {
  ckpt_name: 'checkpoints',
  clip_name: 'text_encoders',
  clip_name1: 'text_encoders',
  clip_name2: 'text_encoders',
  control_net_name: 'controlnet',
  lora_name: 'loras',
  unet_name: 'diffusion_models',
  vae_name: 'vae',
};

interface Loader {
  readonly nodeClass: string;
  readonly input: string;
  readonly folder: string;
}

/** The loaders of each models folder. */
export const LOADERS: ReadonlyMap<string, readonly Loader[]> = groupBy(
  Object.entries(FOLDERS).flatMap(([nodeClass, inputs]) =>
    Object.entries(inputs).map(([input, folder]) => ({ nodeClass, input, folder })),
  ),
  ({ folder }) => folder,
);

/** A model file that a graph names. */
export interface ModelUse {
  readonly node: string;
  readonly nodeClass: string;
  readonly input: string;
  readonly folder: string;
  readonly file: string;
}

/** Every model file that a graph names, by node id in natural order. */
export function modelsUsed(graph: ComfyGraph): readonly ModelUse[] {
  return sortedIds(graph).flatMap((id) => {
    const node = ownValue(graph, id);
    return node ? modelsOfNode(id, node) : [];
  });
}

/** Created once, because `localeCompare` with options creates one per comparison. */
const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/** Node ids in natural order, independent of their order in the file. */
export function sortedIds(graph: ComfyGraph): readonly string[] {
  return Object.keys(graph).sort(BY_NUMBER.compare);
}

function modelsOfNode(id: string, node: ComfyNode): readonly ModelUse[] {
  return Object.entries(node.inputs).flatMap(([input, file]) => {
    if (typeof file !== 'string' || isLink(file)) return [];
    const folder = modelFolder(node.class_type, input, file);
    return folder === null ? [] : [{ node: id, nodeClass: node.class_type, input, folder, file }];
  });
}

/**
 * The models folder of a loader input, or `null` for other inputs.
 * @param value the input's value; inputs of unknown classes count only if it is the name of a model file
 */
export function modelFolder(nodeClass: string, input: string, value: string): string | null {
  const inputs = ownValue(FOLDERS, nodeClass);
  if (inputs) return ownValue(inputs, input) ?? null;
  return isModelFile(value) ? (ownValue(COMMON_INPUTS, input) ?? null) : null;
}
