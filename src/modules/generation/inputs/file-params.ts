import type { MediaFile } from '../../media/public/media-reader';
import type { ParamType, WorkflowParam } from '../../workflows/public/workflow';

const FILE_TYPES: Readonly<Partial<Record<ParamType, MediaFile['type']>>> = {
  image: 'image',
  mask: 'image',
  audio: 'audio',
  video: 'video',
};

/** What kind of media file a param takes; undefined when it takes none. */
export function fileType(param: WorkflowParam): MediaFile['type'] | undefined {
  return FILE_TYPES[param.type];
}

/** Whether the param names a file that is staged on the node. */
export function isFileParam(param: WorkflowParam): boolean {
  return fileType(param) !== undefined;
}

const OWN_URL = '/media/';
const MEDIA_PATH = /^[A-Za-z0-9._-]{1,200}$/;

/**
 * The media path behind what a request sends: the path itself, or exactly our own `/media/<path>` URL. `null` for
 * everything else, other addresses above all. Pure.
 */
export function mediaPath(reference: string): string | null {
  const path = reference.startsWith(OWN_URL) ? reference.slice(OWN_URL.length) : reference;
  return MEDIA_PATH.test(path) && path !== '.' && path !== '..' ? path : null;
}
