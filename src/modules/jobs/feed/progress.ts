import type { ComfyGraph } from '../../providers/public/comfy-types';

/** How far a running job is (contract §3, Jobs). */
export interface JobProgress {
  /** 0..1 over the whole graph, estimated. */
  readonly fraction: number;
  /** The graph's node that works now. */
  readonly node: string | null;
  readonly step: number | null;
  readonly steps: number | null;
}

/** What the node's events told so far. */
export interface ProgressFacts {
  readonly done: ReadonlySet<string>;
  readonly node: string | null;
  readonly value: number;
  readonly max: number;
}

/** Sampling is nearly all of the work; everything else counts as one step. */
const SAMPLER_WEIGHT = 30;

const weightOf = (classType: string): number =>
  classType.includes('Sampler') && !classType.endsWith('Select') ? SAMPLER_WEIGHT : 1;

/** The share of the graph's work that is done, by weight. Nodes that the graph doesn't have count for nothing. */
export function estimateProgress(graph: ComfyGraph, facts: ProgressFacts): JobProgress {
  let total = 0;
  let done = 0;
  for (const [id, node] of Object.entries(graph)) {
    const weight = weightOf(node.class_type);
    total += weight;
    if (facts.done.has(id)) done += weight;
    else if (id === facts.node && facts.max > 0)
      done += weight * Math.min(1, facts.value / facts.max);
  }
  const stepping = facts.node !== null && facts.max > 1;
  return {
    fraction: total === 0 ? 0 : Math.min(1, Math.round((done / total) * 1000) / 1000),
    node: facts.node,
    step: stepping ? facts.value : null,
    steps: stepping ? facts.max : null,
  };
}
