import type { InputSpec } from './comfy-types';

/*
 * Which inputs of node classes name files in a node's own folders. The lists that they offer change with every upload
 * and tell what other people brought.
 */

const UPLOADS = ['image_upload', 'video_upload', 'audio_upload', 'file_upload'] as const;

/** Does the input take a file of the node's input folder? */
export function isUpload(spec: InputSpec): boolean {
  return UPLOADS.some((mark) => spec[1]?.[mark] === true);
}

const FILE_WORD = /path|folder|(?<!pro)file|url|uri|director(?:y|ies)|(?:^|_)dirs?(?:_|$)/;

/** `imagePath`, `base_dir`, `url`: is an input named like something that the node itself opens? */
export function isNamedLikeFile(input: string): boolean {
  return FILE_WORD.test(input.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase());
}

/** Core classes that list files of the node without any mark. */
const UNMARKED: Readonly<Record<string, string>> = {
  LoadImageOutput: 'image',
  LoadLatent: 'latent',
};

/** Names that end in the word: `folder`, `model_file`, `base_dir`; not `file_format`. */
const LISTS_FILES = /(?:file|folder|path|dir|directory)s?(?:_?name)?$/i;

/** Does the list that an input offers name files or folders of the node that aren't models? */
export function listsNodeFiles(nodeClass: string, input: string, spec: InputSpec): boolean {
  const unmarked = Object.hasOwn(UNMARKED, nodeClass) && UNMARKED[nodeClass] === input;
  return isUpload(spec) || unmarked || (isNamedLikeFile(input) && LISTS_FILES.test(input));
}
