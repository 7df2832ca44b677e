import type { ComfyGraph, ComfyNode, ObjectInfo } from '../../providers/public/comfy-types';
import { linksOf, withUpstream } from '../graph/graph-edits';
import { ownValue } from '../../../platform/json';
import { absentInputs } from '../public/node-defaults';
import type { Report } from './conversion';

/** Removes links to nodes that aren't in the graph. */
export function withoutDangling(graph: ComfyGraph): ComfyGraph {
  const entries = Object.entries(graph).map(([id, node]): [string, ComfyNode] => {
    const dangling = linksOf(node).filter(([, [source]]) => !Object.hasOwn(graph, source));
    if (dangling.length === 0) return [id, node];
    const danglingInputs = new Set(dangling.map(([input]) => input));
    const inputs = Object.entries(node.inputs).filter(([input]) => !danglingInputs.has(input));
    return [id, { ...node, inputs: Object.fromEntries(inputs) }];
  });
  return Object.fromEntries(entries);
}

/** Reports what a node would refuse: no output node, required inputs without a value. */
export function reportGraphFaults(graph: ComfyGraph, info: ObjectInfo, report: Report): void {
  const outputs = Object.entries(graph).flatMap(([id, node]) =>
    ownValue(info, node.class_type)?.output_node === true ? [id] : [],
  );
  if (outputs.length === 0)
    report.error('no_output', null, 'no node of the workflow saves or shows a result');
  const live = withUpstream(graph, outputs);
  for (const [id, node] of Object.entries(graph)) {
    const missing = absentInputs(info, node).map(([input]) => input);
    if (missing.length === 0) continue;
    const reason = `nothing feeds its required ${missing.join(', ')}`;
    // ComfyUI never validates a node that no output needs.
    if (live.has(id)) report.error('missing_input', { id, type: node.class_type }, reason);
    else
      report.warn('missing_input', { id, type: node.class_type }, `${reason}; no result needs it`);
  }
  report.toleratesValuesOf((id) => !live.has(id));
}
