import type { ComfyNode, ObjectInfo } from '../../providers/public/comfy-types';
import { ownValue } from '../../../platform/json';
import { type Conversion, Report, Unconvertible, WorkBudget } from './conversion';
import { BYPASSED, type EditorNode, MUTED } from './editor-graph';
import { readEditorWorkflow } from './editor-reader';
import { type Frame, Frames, idIn, positionOf } from './subgraph-expansion';
import { reportGraphFaults, withoutDangling } from './graph-check';
import { isConnected } from './graph-index';
import { LinkResolver } from './link-resolver';
import { apiNode } from './node-inputs';
import { currentClassName, virtualKind, withOldNames } from './editor-classes';

/**
 * Converts a workflow from editor format to the graph that the editor would send for it, against the classes of a node.
 * Never throws: parts that can't be converted are reported with node, class and reason. The rules are those of
 * the editor's own code (graphToPrompt of ComfyUI_frontend, 2023 to 2026), see
 * docs/decisions/0030-cost-based-editor-conversion.md.
 */
export function convertEditorWorkflow(
  editor: unknown,
  info: ObjectInfo,
  work = new WorkBudget(),
): Conversion {
  const report = new Report();
  try {
    return convert(editor, info, { report, work });
  } catch (error) {
    if (!(error instanceof Unconvertible)) throw error;
    report.refuse(error.message);
    return { ...withoutGraph(report), isRefused: true };
  }
}

const withoutGraph = ({ problems, missing }: Report): Conversion => ({
  graph: null,
  problems,
  missing,
  isRefused: false,
});

function convert(
  editor: unknown,
  info: ObjectInfo,
  { report, work }: { readonly report: Report; readonly work: WorkBudget },
): Conversion {
  const classes = withOldNames(info);
  const frames = new Frames(readEditorWorkflow(editor, report), classes, { report, work });
  const { definitions } = frames;
  const links = new LinkResolver(frames, report);
  const nodes = frames.all.flatMap((frame) =>
    [...frame.graph.nodes.values()].flatMap((node): [string, ComfyNode][] => {
      if (!runs(node, frames)) return [];
      const described = ownValue(classes, node.type);
      if (described) {
        const converted = apiNode(frame, node, described, { links, report, definitions });
        return [
          [idIn(frame, node), { ...converted, class_type: currentClassName(node.type, info) }],
        ];
      }
      reportUnknownClass(frame, node, report);
      return [];
    }),
  );
  if (report.missing.length > 0) return withoutGraph(report);
  const graph = withoutDangling(Object.fromEntries(nodes));
  reportGraphFaults(graph, info, report);
  return { graph, problems: report.problems, missing: [], isRefused: false };
}

function runs(node: EditorNode, frames: Frames): boolean {
  if (node.mode === MUTED || node.mode === BYPASSED) return false;
  return virtualKind(node) === null && frames.definitions.of(node) === null;
}

/** Types of subgraph and group node instances. */
const INSTANCE = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|workflow[>/])/i;

/** An unconnected node of an unknown class is a note or a tool of an extension. */
function reportUnknownClass(frame: Frame, node: EditorNode, report: Report): void {
  const place = positionOf(frame, node);
  if (INSTANCE.test(node.type)) {
    report.error('unreadable', place, "its subgraph isn't in the file; left out");
    return;
  }
  if (isConnected(frame.graph, node)) report.unknownClass(place);
  else
    report.warn('editor_only', place, 'no such class, and nothing is connected with it; left out');
}
