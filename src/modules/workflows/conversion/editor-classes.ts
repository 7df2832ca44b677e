import type { EditorNode } from './editor-graph';
import { memoized } from '../json/memoize';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import { ownValue } from '../../../platform/json';

/* Classes that exist in the editor only: a graph runs without them. */

const PASSING: ReadonlySet<string> = new Set(['Reroute', 'Reroute (rgthree)']);
const SETTERS: ReadonlySet<string> = new Set(['SetNode', 'easy setNode']);
const GETTERS: ReadonlySet<string> = new Set(['GetNode', 'easy getNode']);
const REMARKS: ReadonlySet<string> = new Set([
  'Note',
  'MarkdownNote',
  'Label (rgthree)',
  'Bookmark (rgthree)',
  'Note Plus (mtb)',
]);
/** "Use Everywhere": the file keeps the links that they make in the browser, so the nodes aren't needed. */
const BROADCASTERS: ReadonlySet<string> = new Set([
  'Anything Everywhere',
  'Anything Everywhere?',
  'Anything Everywhere3',
  'Prompts Everywhere',
]);
/** Classes that only control the editor: mute, bypass, queue. */
const SWITCHES: ReadonlySet<string> = new Set([
  ...['Fast Groups Muter (rgthree)', 'Fast Groups Bypasser (rgthree)', 'Fast Muter (rgthree)'],
  ...['Fast Bypasser (rgthree)', 'Fast Actions Button (rgthree)', 'Node Collector (rgthree)'],
  ...['Mute / Bypass Repeater (rgthree)', 'Mute / Bypass Relay (rgthree)'],
  ...['Random Unmuter (rgthree)'],
]);

/** What an editor-only node does; a `remark` changes nothing in the graph. */
export type VirtualKind = 'primitive' | 'passing' | 'setter' | 'getter' | 'remark';

/** The kind of an editor-only node; `null` for a node that runs. */
export function virtualKind({ type }: EditorNode): VirtualKind | null {
  if (type === 'PrimitiveNode') return 'primitive';
  if (PASSING.has(type)) return 'passing';
  if (SETTERS.has(type)) return 'setter';
  if (GETTERS.has(type)) return 'getter';
  return [REMARKS, SWITCHES, BROADCASTERS].some((types) => types.has(type)) ? 'remark' : null;
}

/** The name that connects a set node with its get nodes. */
export const channelName = memoized(({ values, named }: EditorNode): string | null => {
  const name = values?.[0] ?? Object.values(named ?? {})[0];
  return typeof name === 'string' ? name : null;
});

/** Classes that ComfyUI renamed without changing their inputs; files keep the old name. */
const RENAMED: readonly (readonly [old: string, now: string])[] = [
  ['ConditioningAverage ', 'ConditioningAverage'],
  ['SDV_img2vid_Conditioning', 'SVD_img2vid_Conditioning'],
  ['T2IAdapterLoader', 'ControlNetLoader'],
  ['Load3DAnimation', 'Load3D'],
  ['Preview3DAnimation', 'Preview3D'],
];

/** The classes of a node, also under their old names where the node has only the new ones. */
export function withOldNames(info: ObjectInfo): ObjectInfo {
  const old = RENAMED.flatMap(([name, now]) => {
    const described = ownValue(info, name) ? undefined : ownValue(info, now);
    return described ? [[name, described] as const] : [];
  });
  return old.length === 0 ? info : { ...info, ...Object.fromEntries(old) };
}

/** The name under which the node offers a class. */
export function currentClassName(type: string, info: ObjectInfo): string {
  if (ownValue(info, type)) return type;
  return RENAMED.find(([old]) => old === type)?.[1] ?? type;
}
