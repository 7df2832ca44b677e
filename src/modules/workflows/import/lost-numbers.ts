import { isRecord } from '../../../platform/json';
import type { ComfyGraph, ObjectInfo } from '../../providers/public/comfy-types';
import { specOf } from '../graph/input-specs';
import type { LostNumber } from '../json/json-doubts';
import { idOf, ownValue } from '../json/json-values';
import { neededPart } from '../public/availability';
import type { Workflow } from '../public/workflow';
import type { ImportWarning } from '../public/workflow-administration';
import type { ImportFault } from './import-fault';
import type { ImportCandidate } from './parse-import';
import type { Resolution } from './resolve-import';

/** A lost number in a node's input, or among its widgets' values. */
interface Spot {
  readonly lost: LostNumber;
  readonly node: string;
  readonly class: string;
  /** `input cfg`, `value 4` */
  readonly what: string;
  /** `null`: a widget of an editor's file. */
  readonly input: string | null;
}

/**
 * Tells of `NaN`, `Infinity` and `1e999` in what was brought, which are null by now, or infinite. Python reads and writes
 * them, so that files may hold them where nothing uses them: there they count for nothing. An input that a node's class
 * describes, and that counts for a result, makes the import broken; what nobody can tell is a warning. Pure.
 */
export function withLostNumbers(
  resolution: Resolution,
  { lost, pathOfNode, text }: ImportCandidate,
  infos: readonly ObjectInfo[],
): Resolution {
  if (resolution.state !== 'ready' || lost.length === 0) return resolution;
  const { workflow } = resolution;
  const { graph } = workflow;
  const spots = lost.flatMap((one) =>
    text.format === 'api' ? inGraph(one, graph, pathOfNode) : inEditor(one, graph, text.editor),
  );
  const verdicts = spots.map((spot) => ({ spot, is: verdictOn(spot, workflow, infos) }));
  const faults = verdicts.filter(({ is }) => is === 'fault').map(({ spot }) => faultOf(spot));
  if (faults.length > 0) return { state: 'broken', faults };
  const told = verdicts.filter(({ is }) => is === 'warning').map(({ spot }) => warningOf(spot));
  return { ...resolution, warnings: [...told, ...resolution.warnings] };
}

function inGraph(
  lost: LostNumber,
  graph: ComfyGraph,
  pathOfNode: ImportCandidate['pathOfNode'],
): readonly Spot[] {
  const at = lost.path.lastIndexOf('inputs');
  const node = String(lost.path[at - 1]);
  const input = String(lost.path[at + 1]);
  const found = ownValue(graph, node);
  const isThere =
    found !== undefined && pathOfNode(node).length === at && Object.hasOwn(found.inputs, input);
  return isThere ? [{ lost, node, class: found.class_type, what: `input ${input}`, input }] : [];
}

/** Nodes that don't come into the graph (notes, muted ones) have nothing to tell. */
function inEditor(lost: LostNumber, graph: ComfyGraph, editor: unknown): readonly Spot[] {
  const begin = lost.path.indexOf('nodes');
  const [, index, part, value] = lost.path.slice(begin);
  if (!isRecord(editor) || !Array.isArray(editor['nodes']) || part !== 'widgets_values') return [];
  const node: unknown = (editor['nodes'] as readonly unknown[])[Number(index)];
  const id = isRecord(node) ? idOf(node['id']) : null;
  const found = id === null ? undefined : ownValue(graph, id);
  if (id === null || !found) return [];
  const what = typeof value === 'number' ? `value ${String(value + 1)}` : `value ${String(value)}`;
  return [{ lost, node: id, class: found.class_type, what, input: null }];
}

function verdictOn(
  { node, class: name, input }: Spot,
  { graph, params }: Workflow,
  infos: readonly ObjectInfo[],
): 'fault' | 'warning' | 'nothing' {
  const info = infos.find((one) => ownValue(one, name));
  if (!info || input === null) return 'warning';
  // Then the graph's own value is never sent.
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

const reasonOf = ({ what, lost }: Spot): string =>
  `${what} is ${lost.written}, which is no finite number`;

const faultOf = (spot: Spot): ImportFault => ({
  ...{ part: 'workflow', path: spot.lost.path, line: spot.lost.line },
  reason: `node ${spot.node} (${spot.class}): ${reasonOf(spot)}: write the one that is meant`,
});

const warningOf = (spot: Spot): ImportWarning => ({
  ...{ node: spot.node, class: spot.class },
  reason: `${reasonOf(spot)} (line ${String(spot.lost.line)}): it counts as left out`,
});
