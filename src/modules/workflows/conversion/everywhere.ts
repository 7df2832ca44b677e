import type { Report } from './conversion';
import { BYPASSED, type EditorNode, MUTED } from './editor-graph';
import { type Frame, placeOf } from './frames';

/** Nodes of "Use Everywhere". They do nothing on a node: what counts are the links that they make in the browser. */
const BROADCASTERS: ReadonlySet<string> = new Set([
  ...['Anything Everywhere', 'Anything Everywhere?', 'Anything Everywhere3', 'Prompts Everywhere'],
]);

export function isBroadcaster({ type }: EditorNode): boolean {
  return BROADCASTERS.has(type);
}

/** Broadcasts of which the file tells no link. */
export function tellUnsaved(frame: Frame, report: Report): void {
  if (frame.graph.everywhere.size > 0) return;
  for (const node of frame.graph.nodes.values()) {
    const isFed = node.inputs.some(({ link }) => link !== null);
    if (!isBroadcaster(node) || !isFed || node.mode === MUTED || node.mode === BYPASSED) continue;
    const reason =
      'whom it sends to is not in the file: queue the workflow once in the editor and save it again, or draw the links';
    report.warn('link', placeOf(frame, node), reason);
  }
}
