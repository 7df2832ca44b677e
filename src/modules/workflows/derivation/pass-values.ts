import type { ComfyLink } from '../../providers/public/comfy-types';
import type { GraphReading } from './graph-reading';
import { isModelType, isPipeType } from './input-names';
import { forwardedInput, type Source, sourceOf } from './literal-source';
import { isSeedInert, type SamplingPass } from './sampling-passes';

/** The outputs through which a pass's model goes, nearest to the sampler first, its loader's last. */
export function modelPath(
  reading: GraphReading,
  { guide, sampler }: SamplingPass,
): readonly ComfyLink[] {
  return modelLink(reading, guide)
    ? reading.cachedFor(pathFrom, guide)
    : reading.cachedFor(pathFrom, sampler);
}

function pathFrom(reading: GraphReading, holder: string): readonly ComfyLink[] {
  const path: ComfyLink[] = [];
  const visited = new Set<string>();
  let link = modelLink(reading, holder);
  while (link && !visited.has(link[0])) {
    visited.add(link[0]);
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

/** The source of a pass's model: its loader, or the node that merges several. */
export function modelRoot(reading: GraphReading, pass: SamplingPass): ComfyLink | undefined {
  const path = modelPath(reading, pass);
  const merge = path.find(([id]) => modelCount(reading, id) > 1);
  return merge ?? path.at(-1);
}

/** Number of models that a node uses; a switch uses the selected one. */
function modelCount(reading: GraphReading, id: string): number {
  if (forwardedInput(reading, [id, 0]) !== null) return 1;
  return reading.linksOfType(id, isModelType).length;
}

/** Settings of a pass, which different nodes of the pass may hold. */
export type PassField =
  | 'seed'
  | 'steps'
  | 'cfg'
  | 'sampler'
  | 'scheduler'
  | 'denoise'
  | 'shift'
  | 'guidance';

interface Place {
  readonly nodes: (pass: SamplingPass) => readonly string[];
  readonly inputs: readonly string[];
}

const PLACES: Readonly<Record<Exclude<PassField, 'guidance' | 'shift'>, Place>> = {
  seed: { nodes: ({ noise }) => [noise], inputs: ['noise_seed', 'seed'] },
  steps: { nodes: ({ sampler, sigmas }) => [...sigmas, sampler], inputs: ['steps'] },
  cfg: {
    nodes: ({ guide, sampler }) => [guide, sampler],
    inputs: ['cfg', 'cfg_conds', 'cfg_scale', 'guidance_scale', 'video_cfg'],
  },
  sampler: { nodes: ({ method }) => [method], inputs: ['sampler_name', 'sampler'] },
  scheduler: { nodes: ({ sampler, sigmas }) => [...sigmas, sampler], inputs: ['scheduler'] },
  denoise: {
    nodes: ({ sampler, sigmas }) => [...sigmas, sampler],
    inputs: ['denoise', 'denoise_strength'],
  },
};

/** The source of a pass's value; `absent` when it has none. */
export function passValue(reading: GraphReading, pass: SamplingPass, field: PassField): Source {
  if (field === 'seed' && isSeedInert(reading, pass)) return { kind: 'absent' };
  if (field === 'shift') return firstAt(reading, shiftNodes(reading, pass), ['shift']);
  if (field === 'guidance')
    return firstAt(reading, [pass.guide, pass.sampler], ['guidance', 'embedded_guidance_scale']);
  const { nodes, inputs } = PLACES[field];
  return firstAt(reading, nodes(pass), inputs);
}

/** Nodes that the model passes, nearest to the sampler first, and the sampler itself. */
export function shiftNodes(reading: GraphReading, pass: SamplingPass): readonly string[] {
  return [pass.sampler, ...modelPath(reading, pass).map(([id]) => id)];
}

export function firstAt(
  reading: GraphReading,
  nodes: readonly string[],
  inputs: readonly string[],
): Source {
  for (const node of nodes)
    for (const input of inputs)
      if (reading.has(node, input) && !isObjectLink(reading, node, input))
        return sourceOf(reading, node, input);
  return { kind: 'absent' };
}

/** Some classes have `sampler` as a setting, others as a link to an object. */
const isObjectLink = (reading: GraphReading, node: string, input: string): boolean =>
  reading.link(node, input) !== undefined &&
  !/^(?:INT|FLOAT|STRING|COMBO|BOOLEAN|\*)/.test(reading.linkType(node, input));
