import { ownValue } from '../../../platform/json';
import type { Workflow } from '../public/workflow';

/** A fault of a workflow: its position and the reason. */
export interface Finding {
  readonly workflow: string;
  readonly node: string | null;
  readonly class: string | null;
  /** The input of the node that is at fault. */
  readonly input: string | null;
  /** The manifest field with the fault: `params.width`, `example`, `lora_slots`, `modes`. */
  readonly field: string | null;
  readonly reason: string;
}

/** The position of a fault. */
interface Position {
  readonly node?: string;
  readonly input?: string;
  readonly field?: string;
}

/** A workflow, or a graph built from it. */
export type LintedGraph = Pick<Workflow, 'id' | 'graph'>;

/** Creates a finding about the whole workflow or about one node. */
export function finding(
  { id, graph }: LintedGraph,
  reason: string,
  { node, input, field }: Position = {},
): Finding {
  const nodeClass = node === undefined ? undefined : ownValue(graph, node)?.class_type;
  return {
    workflow: id,
    node: node ?? null,
    class: nodeClass ?? null,
    input: input ?? null,
    field: field ?? null,
    reason,
  };
}
