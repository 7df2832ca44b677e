import { scaled } from '../drawing/picture-operations';
import { bytesOf, requireMemory } from './memory';
import type { NodeCall, NodeResult, NodeRuns } from './node-run';
import { pictures } from './value';

/** Several batches one after another, in the size of the first picture. */
function joined({ inputs }: NodeCall): NodeResult {
  const frames = inputs.all('pictures').flatMap((batch) => batch.frames);
  const [first] = frames;
  const alike = frames.map((picture) =>
    first === undefined ? picture : scaled(picture, first.size, 'bilinear', true),
  );
  return { outputs: [pictures(alike)] };
}

function repeat({ inputs }: NodeCall): NodeResult {
  const batch = inputs.pictures('image');
  const amount = inputs.number('amount');
  requireMemory(bytesOf(batch) * amount);
  const { frames } = batch;
  return { outputs: [pictures(Array.from({ length: amount }, () => frames).flat())] };
}

function part({ inputs }: NodeCall): NodeResult {
  const { frames } = inputs.pictures('image');
  const start = Math.min(inputs.number('batch_index'), frames.length - 1);
  return { outputs: [pictures(frames.slice(start, start + inputs.number('length')))] };
}

/** Classes that put batches together and take them apart. */
export const BATCH_RUNS: NodeRuns = {
  ImageBatch: joined,
  BatchImagesNode: joined,
  BatchMasksNode: joined,
  RepeatImageBatch: repeat,
  ImageFromBatch: part,
};
