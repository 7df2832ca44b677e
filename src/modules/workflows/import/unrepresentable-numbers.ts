import { isRecord, ownValue } from '../../../platform/json';
import type { ComfyGraph, ObjectInfo } from '../../providers/public/comfy-types';
import { specOf } from '../graph/input-specs';
import type { UnrepresentableNumber } from '../json/json-anomalies';
import { idOf } from '../json/json-values';
import { neededPart } from '../public/availability';
import type { Workflow } from '../public/workflow';
import type { ImportWarning } from '../public/workflow-administration';
import type { ImportFault } from './import-fault';
import type { ImportCandidate } from './parse-import';
import type { Resolution } from './resolve-import';

/** A lost number in an input or a widget value of a node. */
interface LostValue {
  readonly lost: UnrepresentableNumber;
  readonly node: string;
  readonly class: string;
  /** `input cfg`, `value 4` */
  readonly what: string;
  /** `null` for a widget of an editor's file. */
  readonly input: string | null;
}

/**
 * Reports `NaN`, `Infinity` and `1e999`, which the parser turned into null or infinity. Python reads and writes them, so
 * files hold them in values that nothing uses; these are ignored. An input that a class describes and that an output
 * depends on makes the import broken; where that can't be decided, it is a warning.
 */
export function reportUnrepresentableNumbers(
  resolution: Resolution,
  { lost, pathOfNode, text }: ImportCandidate,
  infos: readonly ObjectInfo[],
): Resolution {
  if (resolution.state !== 'ready' || lost.length === 0) return resolution;
  const { workflow } = resolution;
  const { graph } = workflow;
  const values = lost.flatMap((one) =>
    text.format === 'api'
      ? lostInGraph(one, graph, pathOfNode)
      : lostInEditorFile(one, graph, text.editor),
  );
  const verdicts = values.map((value) => ({ value, is: verdictOn(value, workflow, infos) }));
  const faults = verdicts.filter(({ is }) => is === 'fault').map(({ value }) => faultOf(value));
  if (faults.length > 0) return { state: 'broken', faults };
  const lostWarnings = verdicts
    .filter(({ is }) => is === 'warning')
    .map(({ value }) => warningOf(value));
  return { ...resolution, warnings: [...lostWarnings, ...resolution.warnings] };
}

function lostInGraph(
  lost: UnrepresentableNumber,
  graph: ComfyGraph,
  pathOfNode: ImportCandidate['pathOfNode'],
): readonly LostValue[] {
  const at = lost.path.lastIndexOf('inputs');
  const node = String(lost.path[at - 1]);
  const input = String(lost.path[at + 1]);
  const graphNode = ownValue(graph, node);
  const isThere =
    graphNode !== undefined &&
    pathOfNode(node).length === at &&
    Object.hasOwn(graphNode.inputs, input);
  return isThere
    ? [{ lost, node, class: graphNode.class_type, what: `input ${input}`, input }]
    : [];
}

/** Nodes that aren't part of the graph (notes, muted ones) don't count. */
function lostInEditorFile(
  lost: UnrepresentableNumber,
  graph: ComfyGraph,
  editor: unknown,
): readonly LostValue[] {
  const begin = lost.path.indexOf('nodes');
  const [, index, part, slot] = lost.path.slice(begin);
  if (!isRecord(editor) || !Array.isArray(editor['nodes']) || part !== 'widgets_values') return [];
  const node: unknown = (editor['nodes'] as readonly unknown[])[Number(index)];
  const id = isRecord(node) ? idOf(node['id']) : null;
  const graphNode = id === null ? undefined : ownValue(graph, id);
  if (id === null || !graphNode) return [];
  const what = typeof slot === 'number' ? `value ${String(slot + 1)}` : `value ${String(slot)}`;
  return [{ lost, node: id, class: graphNode.class_type, what, input: null }];
}

function verdictOn(
  { node, class: name, input }: LostValue,
  { graph, params }: Workflow,
  infos: readonly ObjectInfo[],
): 'fault' | 'warning' | 'nothing' {
  const info = infos.find((one) => ownValue(one, name));
  if (!info || input === null) return 'warning';
  // The graph's own value is never sent in this case.
  const isReplaced = Object.values(params).some(
    ({ binds, default: value, required }) =>
      (required || value !== undefined) &&
      binds.some((bind) => bind.node === node && bind.input === input),
  );
  if (isReplaced) return 'warning';
  const isUsed =
    Object.hasOwn(neededPart(graph, info), node) && specOf(info, name, input) !== undefined;
  return isUsed ? 'fault' : 'nothing';
}

const reasonOf = ({ what, lost }: LostValue): string =>
  `${what} is ${lost.written}, which is not a finite number`;

const faultOf = (value: LostValue): ImportFault => ({
  part: 'workflow',
  path: value.lost.path,
  line: value.lost.line,
  reason: `node ${value.node} (${value.class}): ${reasonOf(value)}: write the one that is meant`,
});

const warningOf = (value: LostValue): ImportWarning => ({
  node: value.node,
  class: value.class,
  reason: `${reasonOf(value)} (line ${String(value.lost.line)}): it counts as left out`,
});
