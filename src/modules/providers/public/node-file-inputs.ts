import type { InputSpec } from './comfy-types';

/*
 * Which inputs of node classes name files in a node's own folders. Their choices change with every upload and show the
 * names of other users' files.
 */

const UPLOADS = ['image_upload', 'video_upload', 'audio_upload', 'file_upload'] as const;

/** Does the input take a file of the node's input folder? */
export function hasUploadMark(spec: InputSpec): boolean {
  return UPLOADS.some((mark) => spec[1]?.[mark] === true);
}

const FILE_WORD =
  /path|folder|(?<!pro)file|url|uri|href|endpoint|webhook|director(?:y|ies)|dirs?(?:_?name)?(?:_|\d|$)|(?:^|_)(?:src|host(?:name)?|f_?name|save_to|source|location|link|address|server)s?(?:_|\d|$)/;

/** `imagePath`, `base_dir`, `url`: is an input named like something that the node itself opens? */
export function isNamedLikeFile(input: string): boolean {
  return FILE_WORD.test(wordsOf(input));
}

/** Core classes that read files of the node, for inputs without an upload mark and for nodes that were never reached. */
const KNOWN: Readonly<Record<string, string>> = {
  LoadAudio: 'audio',
  LoadImage: 'image',
  LoadImageMask: 'image',
  LoadImageOutput: 'image',
  LoadLatent: 'latent',
  LoadVideo: 'file',
};

/** `image`, `start_image`, `mask2`, `audio_name`: a text under such a name is a file, unless the node says otherwise. */
const MEDIA_WORD = /(?:^|_)(?:image|mask|audio|video|latent)s?_?\d*(?:_?name)?$/;

/**
 * Does the input take files of the node's folders? Texts and lists without an upload mark count by their name, because
 * custom nodes open any path. `spec` is undefined while the node was never reached.
 */
export function takesFiles(nodeClass: string, input: string, spec: InputSpec | undefined): boolean {
  if (Object.hasOwn(KNOWN, nodeClass) && KNOWN[nodeClass] === input) return true;
  if (spec && (hasUploadMark(spec) || spec[1]?.['vhs_path_extensions'] !== undefined)) return true;
  return (!spec || isPlain(spec)) && MEDIA_WORD.test(wordsOf(input));
}

const MODEL_FILE = /\.(?:safetensors|sft|ckpt|pt|pt2|pth|bin|pkl|gguf|onnx)$/i;

export const isModelFile = (name: string): boolean => MODEL_FILE.test(name);

/** A text, or a list of choices that aren't models. */
function isPlain([type, options]: InputSpec): boolean {
  const listed: unknown = Array.isArray(type) ? type : options?.['options'];
  const offersModels =
    Array.isArray(listed) &&
    listed.some((choice) => typeof choice === 'string' && isModelFile(choice));
  return (type === 'STRING' || type === 'COMBO' || Array.isArray(type)) && !offersModels;
}

/** Names that end in the word: `folder`, `model_file`, `base_dir`; not `file_format`. */
const LISTS_FILES = /(?:(?<!pro)file|folder|path|dir|directory)s?(?:_?name)?$/;

/** Does the list that an input offers name files or folders of the node that aren't models? */
export function listsNodeFiles(nodeClass: string, input: string, spec: InputSpec): boolean {
  return takesFiles(nodeClass, input, spec) || LISTS_FILES.test(wordsOf(input));
}

const wordsOf = (input: string): string =>
  input.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
