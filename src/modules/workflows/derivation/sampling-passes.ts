import type { GraphReading } from './graph-reading';
import { type Guided, walkPrompts } from './prompt-walk';
import { isConditioningType, isModelType, isPipeType } from './input-names';

/**
 * One pass of sampling. A plain sampler node plays all roles itself; custom sampling has separate nodes for them.
 */
export interface SamplingPass extends Guided {
  /** The node with the seed: the noise's, or the sampler itself. */
  readonly noise: string;
  /** The node that picks the sampling method, or the sampler itself. */
  readonly method: string;
  /** The nodes that make the sigmas, nearest to the sampler first; a plain sampler makes them itself. */
  readonly sigmas: readonly string[];
}

/**
 * All passes of a graph, each after the passes that it builds on. Passes without a text (for instance a depth map that is
 * sampled from a picture) come last.
 */
export function passesOf(reading: GraphReading): readonly SamplingPass[] {
  const passes = samplersOf(reading)
    .slice(0, MAX_PASSES)
    .map((id) => passAt(reading, id));
  const hasTexts = (pass: SamplingPass): boolean => walkPrompts(reading, pass).fields.length > 0;
  return [...passes.filter(hasTexts), ...passes.filter((pass) => !hasTexts(pass))];
}

/** A limit above any real workflow, because the graph is searched once per pass. */
export const MAX_PASSES = 32;

/** All nodes that sample, each after those that it builds on. */
export function samplersOf(reading: GraphReading): readonly string[] {
  return reading.live.filter((id) => isSampler(reading, id));
}

/** Decides by the node's inputs, not by its class, because packs have sampler classes of their own. */
function isSampler(reading: GraphReading, id: string): boolean {
  const has = (inputs: readonly string[]): boolean =>
    inputs.some((input) => reading.has(id, input));
  const hasLink = (matches: (type: string) => boolean): boolean =>
    reading.linksOfType(id, matches).length > 0;
  const isGuided = hasLink((type) => type === 'GUIDER');
  const samplesModel = isGuided || hasLink(isModelType) || hasLink(isPipeType);
  const startsNoise = has(['seed', 'noise_seed']) || hasLink((type) => type === 'NOISE');
  const takesSteps = has(['steps', 'sigmas', 'sampler_name', 'scheduler', 'sampler']);
  const hasConditioning = isGuided || has(['cfg', 'guidance_scale']) || hasLink(isConditioningType);
  return samplesModel && startsNoise && takesSteps && hasConditioning;
}

function passAt(reading: GraphReading, sampler: string): SamplingPass {
  const linkedNode = (type: string): string | undefined =>
    reading.linksOfType(sampler, (linkType) => linkType === type)[0]?.[1][0];
  const sigmas = linkedNode('SIGMAS');
  return {
    sampler,
    guide: linkedNode('GUIDER') ?? sampler,
    noise: linkedNode('NOISE') ?? sampler,
    method: linkedNode('SAMPLER') ?? sampler,
    sigmas: sigmas === undefined ? [sampler] : sigmaChain(reading, sigmas),
  };
}

/** The nodes from `SplitSigmas` and similar ones up to the scheduler. */
function sigmaChain(reading: GraphReading, from: string): readonly string[] {
  const chain = new Set<string>();
  let next: string | undefined = from;
  while (next !== undefined && !chain.has(next)) {
    chain.add(next);
    next = reading.linksOfType(next, (type) => type === 'SIGMAS')[0]?.[1][0];
  }
  return [...chain];
}

/** True for a pass that adds no noise of its own, because it continues another one: its seed has no effect. */
export function isSeedInert(reading: GraphReading, { noise }: SamplingPass): boolean {
  const adds = reading.literal(noise, 'add_noise');
  return adds === 'disable' || adds === false || reading.classOf(noise) === 'DisableNoise';
}
