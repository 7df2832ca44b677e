import type { NodeClass } from '../catalogue/node-class';
import { CONDITIONING_RUNS } from './conditioning-runs';
import { IMAGE_RUNS } from './image-runs';
import { LATENT_RUNS } from './latent-runs';
import { LOADER_RUNS } from './loader-runs';
import type { NodeRun, NodeRuns } from './node-run';
import { passThrough } from './pass-through';
import { PRIMITIVE_RUNS } from './primitive-runs';
import { SAMPLER_RUNS } from './sampler-runs';
import { SAVER_RUNS } from './saver-runs';

const RUNS: ReadonlyMap<string, NodeRun> = new Map(
  [
    ...[LOADER_RUNS, CONDITIONING_RUNS, LATENT_RUNS, SAMPLER_RUNS, IMAGE_RUNS, SAVER_RUNS],
    PRIMITIVE_RUNS,
  ].flatMap((runs: NodeRuns) => Object.entries(runs)),
);

/** How a class runs; classes without an own way hand their inputs on. */
export function runOf(node: NodeClass): NodeRun {
  return RUNS.get(node.name) ?? passThrough;
}
