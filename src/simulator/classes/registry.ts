import type { NodeClass } from '../catalogue/node-class';
import { clipRun, CLIP_RUNS, isClipClass } from './clip-runs';
import { DATA_SAVER_RUNS } from './data-saver-runs';
import { genericRun } from './generic-run';
import { IMAGE_RUNS } from './image-runs';
import { IMAGE_SIZE_RUNS } from './image-size-runs';
import { MEDIA_RUNS } from './media-runs';
import type { NodeRun } from './node-run';
import { isSampler, samplerRun } from './sampler-run';
import { SAVER_RUNS, saverRun } from './saver-runs';
import { VALUE_RUNS } from './value-runs';

/** Classes whose effect a user sees and that can't be derived from their inputs and outputs. */
const SPECIAL_RUNS: ReadonlyMap<string, NodeRun> = new Map(
  Object.entries({
    ...IMAGE_RUNS,
    ...IMAGE_SIZE_RUNS,
    ...CLIP_RUNS,
    ...MEDIA_RUNS,
    ...SAVER_RUNS,
    ...DATA_SAVER_RUNS,
    ...VALUE_RUNS,
  }),
);

/** How a class runs: by its own rule, or by the types of its inputs and outputs. */
export function runOf(node: NodeClass): NodeRun {
  const special = SPECIAL_RUNS.get(node.name);
  if (special !== undefined) return special;
  if (node.isOutput) return saverRun;
  if (isSampler(node)) return samplerRun;
  return isClipClass(node) ? clipRun : genericRun;
}
