import type { ComfyLink } from '../../providers/public/comfy-types';
import type { GraphReading } from './graph-reading';
import { isModelType, isPipeType } from './link-types';
import { forwardedInput } from './literal-source';
import type { Stage } from './stages';

/** The outputs that a pass's model comes through, nearest to the sampler first, its loader's last. */
export function modelPath(reading: GraphReading, { guide, sampler }: Stage): readonly ComfyLink[] {
  return modelLink(reading, guide)
    ? reading.once(pathFrom, guide)
    : reading.once(pathFrom, sampler);
}

function pathFrom(reading: GraphReading, holder: string): readonly ComfyLink[] {
  const path: ComfyLink[] = [];
  const seen = new Set<string>();
  let link = modelLink(reading, holder);
  while (link && !seen.has(link[0])) {
    seen.add(link[0]);
    path.push(link);
    const forwarded = forwardedInput(reading, link);
    link = forwarded === null ? modelLink(reading, link[0]) : reading.link(link[0], forwarded);
  }
  return path;
}

function modelLink(reading: GraphReading, id: string): ComfyLink | undefined {
  const [model] = reading.linksOfType(id, isModelType);
  return (model ?? reading.linksOfType(id, isPipeType)[0])?.[1];
}

/** Where a pass's model is made: its loader, or the node that merges several. */
export function modelRoot(reading: GraphReading, stage: Stage): ComfyLink | undefined {
  const path = modelPath(reading, stage);
  const merge = path.find(([id]) => modelCount(reading, id) > 1);
  return merge ?? path.at(-1);
}

/** How many models a node takes; a switch takes the one that it lets through. */
function modelCount(reading: GraphReading, id: string): number {
  if (forwardedInput(reading, [id, 0]) !== null) return 1;
  return reading.linksOfType(id, isModelType).length;
}
