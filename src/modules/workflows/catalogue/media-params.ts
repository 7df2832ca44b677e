import type { ParamType } from '../public/workflow';

/** Param types that name a file to be staged on the node. */
export type MediaParamType = Extract<ParamType, 'image' | 'mask' | 'audio' | 'video'>;

const MEDIA: ReadonlySet<ParamType> = new Set<MediaParamType>(['image', 'mask', 'audio', 'video']);

/** Is it the type of a file param? */
export function isMedia(type: ParamType): type is MediaParamType {
  return MEDIA.has(type);
}
