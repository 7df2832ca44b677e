import type { ObjectInfo } from '../../providers/public/comfy-types';
import { ownValue } from '../json/json-values';

/** Classes that ComfyUI has named anew, by their old names, which files keep. Their inputs stayed in their places. */
const RENAMED: readonly (readonly [old: string, now: string])[] = [
  ['ConditioningAverage ', 'ConditioningAverage'],
  ['SDV_img2vid_Conditioning', 'SVD_img2vid_Conditioning'],
  ['T2IAdapterLoader', 'ControlNetLoader'],
  ['Load3DAnimation', 'Load3D'],
  ['Preview3DAnimation', 'Preview3D'],
];

/** The classes of a node, under their old names as well where the node knows only the new ones. */
export function withOldNames(info: ObjectInfo): ObjectInfo {
  const old = RENAMED.flatMap(([name, now]) => {
    const described = ownValue(info, name) ? undefined : ownValue(info, now);
    return described ? [[name, described] as const] : [];
  });
  return old.length === 0 ? info : { ...info, ...Object.fromEntries(old) };
}

/** The name by which a node knows a class. */
export function nameNow(type: string, info: ObjectInfo): string {
  if (ownValue(info, type)) return type;
  return RENAMED.find(([old]) => old === type)?.[1] ?? type;
}
