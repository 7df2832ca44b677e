import type { EditorNode } from './editor-graph';
import { once } from '../json/once';

/*
 * Nodes that exist in the editor only. The node knows none of these classes, and a graph runs without them.
 */

const PASSING: ReadonlySet<string> = new Set(['Reroute', 'Reroute (rgthree)']);
const SETTERS: ReadonlySet<string> = new Set(['SetNode', 'easy setNode']);
const GETTERS: ReadonlySet<string> = new Set(['GetNode', 'easy getNode']);
const REMARKS: ReadonlySet<string> = new Set([
  ...['Note', 'MarkdownNote', 'Label (rgthree)', 'Bookmark (rgthree)', 'Note Plus (mtb)'],
]);
/** "Use Everywhere": what counts are the links that they make in the browser, which the file keeps. */
const BROADCASTERS: ReadonlySet<string> = new Set([
  ...['Anything Everywhere', 'Anything Everywhere?', 'Anything Everywhere3', 'Prompts Everywhere'],
]);
/** They press the editor's buttons: mute, bypass, queue. */
const SWITCHES: ReadonlySet<string> = new Set([
  ...['Fast Groups Muter (rgthree)', 'Fast Groups Bypasser (rgthree)', 'Fast Muter (rgthree)'],
  ...['Fast Bypasser (rgthree)', 'Fast Actions Button (rgthree)', 'Node Collector (rgthree)'],
  ...['Mute / Bypass Repeater (rgthree)', 'Mute / Bypass Relay (rgthree)'],
  ...['Random Unmuter (rgthree)'],
]);

export type VirtualKind = 'primitive' | 'passing' | 'setter' | 'getter' | 'remark';

/** What a node of the editor's own does; `null` for a node that runs. */
export function virtualKind({ type }: EditorNode): VirtualKind | null {
  if (type === 'PrimitiveNode') return 'primitive';
  if (PASSING.has(type)) return 'passing';
  if (SETTERS.has(type)) return 'setter';
  if (GETTERS.has(type)) return 'getter';
  return [REMARKS, SWITCHES, BROADCASTERS].some((types) => types.has(type)) ? 'remark' : null;
}

/** The name under which a pair of set and get nodes meet. */
export const meetingName = once(({ values, named }: EditorNode): string | null => {
  const name = values?.[0] ?? Object.values(named ?? {})[0];
  return typeof name === 'string' ? name : null;
});
