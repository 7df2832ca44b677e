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

const MEDIA_URL_PREFIX = '/media/';
const MEDIA_PATH = /^[A-Za-z0-9._-]{1,200}$/;

/**
 * The media path in a request's value, which is either the path or its `/media/<path>` URL. `null` for anything else, in
 * particular URLs of other hosts. Pure.
 */
export function mediaPath(reference: string): string | null {
  const path = reference.startsWith(MEDIA_URL_PREFIX)
    ? reference.slice(MEDIA_URL_PREFIX.length)
    : reference;
  return MEDIA_PATH.test(path) && path !== '.' && path !== '..' ? path : null;
}
