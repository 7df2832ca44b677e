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
