import { inputOptions, inputType } from './node-class';
import type { WireValue } from '../wire/json';

/** File names that a node offers: model files by folder, and the files of its input folder by kind. */
export interface FileLists {
  readonly models: ReadonlyMap<string, readonly string[]>;
  readonly inputs: readonly string[];
}

/** Model folder behind an input, by the input's name; these names mean the same in every class that has them. */
const FOLDER_OF_INPUT: Readonly<Record<string, string>> = {
  ckpt_name: 'checkpoints',
  lora_name: 'loras',
  existing_lora: 'loras',
  unet_name: 'diffusion_models',
  clip_name: 'text_encoders',
  clip_name1: 'text_encoders',
  clip_name2: 'text_encoders',
  clip_name3: 'text_encoders',
  clip_name4: 'text_encoders',
  vae_name: 'vae',
  control_net_name: 'controlnet',
  style_model_name: 'style_models',
  gligen_name: 'gligen',
  config_name: 'configs',
  hypernetwork_name: 'hypernetworks',
  photomaker_model_name: 'photomaker',
  audio_encoder_name: 'audio_encoders',
  bg_removal_name: 'background_removal',
};

/** Model folder by class and input, for input names that mean something else in each class. */
const FOLDER_OF_CLASS_INPUT: Readonly<Record<string, string>> = {
  'CLIPVisionLoader.clip_name': 'clip_vision',
  'ModelPatchLoader.name': 'model_patches',
  'LTXAVTextEncoderLoader.text_encoder': 'text_encoders',
  'UpscaleModelLoader.model_name': 'upscale_models',
  'LatentUpscaleModelLoader.model_name': 'latent_upscale_models',
  'FrameInterpolationModelLoader.model_name': 'frame_interpolation',
  'OpticalFlowLoader.model_name': 'optical_flow',
  'LoadMoGeModel.model_name': 'geometry_estimation',
  'LoadDA3Model.model_name': 'geometry_estimation',
  'LoadMediaPipeFaceLandmarker.model_name': 'detection',
};

/** Entries that a class offers beside the files. */
const EXTRA_CHOICES: Readonly<Record<string, readonly string[]>> = {
  'VAELoader.vae_name': ['pixel_space'],
  'TrainLoraNode.existing_lora': ['[None]'],
};

const IMAGE = /\.(png|jpe?g|jfif|webp|gif|bmp|tiff?|avif|heic|ico|svg)$/i;
const AUDIO = /\.(wav|mp3|flac|ogg|opus|m4a|aac)$/i;
const VIDEO = /\.(mp4|webm|mkv|mov|avi|m4v|mpe?g)$/i;

const INPUT_FILES: Readonly<Record<string, (name: string) => boolean>> = {
  'LoadImage.image': (name) => IMAGE.test(name),
  'LoadImageMask.image': (name) => IMAGE.test(name),
  'LoadAudio.audio': (name) => AUDIO.test(name) || VIDEO.test(name),
  'LoadVideo.file': (name) => VIDEO.test(name),
  'LoadLatent.latent': (name) => name.endsWith('.latent'),
};

/** The model folder that an input names a file of, if it does. */
export function modelFolderOf(className: string, input: string): string | undefined {
  return FOLDER_OF_CLASS_INPUT[`${className}.${input}`] ?? FOLDER_OF_INPUT[input];
}

const LISTING_INPUTS = new RegExp(`"(?:${Object.keys(FOLDER_OF_INPUT).join('|')})":`);
const LISTING_CLASSES = new Set(
  Object.keys({ ...FOLDER_OF_CLASS_INPUT, ...INPUT_FILES }).map((key) => key.split('.')[0]),
);

/** Whether an input of the class may list files; `text` is its JSON. */
export function mayListFiles(className: string, text: string): boolean {
  return LISTING_CLASSES.has(className) || LISTING_INPUTS.test(text);
}

/** The files that an input lists, or `undefined` when its choices are fixed. */
export function filesFor(
  className: string,
  input: string,
  lists: FileLists,
): readonly string[] | undefined {
  const key = `${className}.${input}`;
  const isAccepted = INPUT_FILES[key];
  if (isAccepted !== undefined) return lists.inputs.filter(isAccepted);
  const folder = modelFolderOf(className, input);
  if (folder === undefined) return undefined;
  return [...(lists.models.get(folder) ?? []), ...(EXTRA_CHOICES[key] ?? [])];
}

/** The input's description with its choices replaced by the files that are there now. */
export function withFiles(
  className: string,
  input: string,
  spec: WireValue,
  lists: FileLists,
): WireValue {
  const type = inputType(spec);
  const isCombo = Array.isArray(type) || (type === 'COMBO' && inputOptions(spec).has('options'));
  const files = isCombo ? filesFor(className, input, lists) : undefined;
  if (files === undefined || !Array.isArray(spec)) return spec;
  if (Array.isArray(type)) return [[...files], ...spec.slice(1)];
  return [type, new Map(inputOptions(spec)).set('options', [...files])];
}
