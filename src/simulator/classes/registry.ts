import type { NodeClass } from '../catalogue/node-class';
import { BATCH_RUNS } from './batch-runs';
import { CLIP_RUNS, clipRun, makesClip } from './clip-runs';
import { COMPOSITING_RUNS } from './compositing-runs';
import { CONDITIONING_RUNS } from './conditioning-runs';
import { IMAGE_CHANGE_RUNS } from './image-change-runs';
import { IMAGE_RUNS } from './image-runs';
import { IMAGE_SIZE_RUNS } from './image-size-runs';
import { LATENT_CHANGE_RUNS } from './latent-change-runs';
import { LATENT_RUNS } from './latent-runs';
import { LOADER_RUNS } from './loader-runs';
import { MASK_RUNS } from './mask-runs';
import type { NodeRun, NodeRuns } from './node-run';
import { passThrough } from './pass-through';
import { PRIMITIVE_RUNS } from './primitive-runs';
import { SAMPLER_RUNS } from './sampler-runs';
import { SAMPLING_PART_RUNS } from './sampling-part-runs';
import { SAVER_RUNS } from './saver-runs';
import { SOUND_RUNS } from './sound-runs';
import { VIDEO_RUNS } from './video-runs';

const ALL: readonly NodeRuns[] = [
  ...[LOADER_RUNS, CONDITIONING_RUNS, SAMPLING_PART_RUNS, SAMPLER_RUNS],
  ...[LATENT_RUNS, LATENT_CHANGE_RUNS, IMAGE_RUNS, IMAGE_CHANGE_RUNS, IMAGE_SIZE_RUNS],
  ...[COMPOSITING_RUNS, BATCH_RUNS, MASK_RUNS, PRIMITIVE_RUNS, SAVER_RUNS],
  ...[CLIP_RUNS, VIDEO_RUNS, SOUND_RUNS],
];

const RUNS: ReadonlyMap<string, NodeRun> = new Map(ALL.flatMap((runs) => Object.entries(runs)));

/** How a class runs; classes without an own way make a clip's latent, or hand their inputs on. */
export function runOf(node: NodeClass): NodeRun {
  return RUNS.get(node.name) ?? (makesClip(node) ? clipRun : passThrough);
}
