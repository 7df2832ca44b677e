import type { GraphReading } from './graph-reading';
import { type Source, sourceOf } from './literal-source';
import { modelPath } from './model-path';
import { isSeedInert, type Stage } from './stages';

/** What every pass has, whichever of its nodes holds it. */
export type StageField =
  'seed' | 'steps' | 'cfg' | 'sampler' | 'scheduler' | 'denoise' | 'shift' | 'guidance';

interface Place {
  readonly nodes: (stage: Stage) => readonly string[];
  readonly inputs: readonly string[];
}

const PLACES: Readonly<Record<Exclude<StageField, 'guidance' | 'shift'>, Place>> = {
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

/** Where a pass has a value from; `absent` when it has no such thing. */
export function stageValue(reading: GraphReading, stage: Stage, field: StageField): Source {
  if (field === 'seed' && isSeedInert(reading, stage)) return { kind: 'absent' };
  if (field === 'shift') return firstAt(reading, shiftNodes(reading, stage), ['shift']);
  if (field === 'guidance')
    return firstAt(reading, [stage.guide, stage.sampler], ['guidance', 'embedded_guidance_scale']);
  const { nodes, inputs } = PLACES[field];
  return firstAt(reading, nodes(stage), inputs);
}

/** Nodes that the model passes, nearest to the sampler first, and the sampler itself. */
export function shiftNodes(reading: GraphReading, stage: Stage): readonly string[] {
  return [stage.sampler, ...modelPath(reading, stage).map(([id]) => id)];
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

/** `sampler` is a setting in one class and a link to an object in the next. */
const isObjectLink = (reading: GraphReading, node: string, input: string): boolean =>
  reading.link(node, input) !== undefined &&
  !/^(?:INT|FLOAT|STRING|COMBO|BOOLEAN|\*)/.test(reading.linkType(node, input));
