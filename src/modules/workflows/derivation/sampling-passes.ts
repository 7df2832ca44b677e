import type { GraphReading } from './graph-reading';
import { type Guided, walkPrompts } from './prompt-walk';
import { isConditioningType, isModelType, isPipeType } from './input-names';

/**
 * One pass of sampling. A plain sampler node is all of its parts itself; custom sampling spreads them over nodes of
 * their own.
 */
export interface SamplingPass extends Guided {
  /** The node with the seed: the noise's, or the sampler itself. */
  readonly noise: string;
  /** The node that picks the sampling method, or the sampler itself. */
  readonly method: string;
  /** The nodes that make the sigmas, nearest to the sampler first; only the sampler itself where it makes them. */
  readonly sigmas: readonly string[];
}

/**
 * All passes of a graph, each behind the passes that it builds on; those that no text leads (a depth map that is
 * sampled from a picture) behind all others.
 */
export function passesOf(reading: GraphReading): readonly SamplingPass[] {
  const passes = samplersOf(reading)
    .slice(0, MAX_PASSES)
    .map((id) => passAt(reading, id));
  const isTold = (pass: SamplingPass): boolean => walkPrompts(reading, pass).fields.length > 0;
  return [...passes.filter(isTold), ...passes.filter((pass) => !isTold(pass))];
}

/** More passes than any clip is made of: for each, much of the graph is walked. */
export const MAX_PASSES = 32;

/** Every node that samples, each behind what it builds on. */
export function samplersOf(reading: GraphReading): readonly string[] {
  return reading.live.filter((id) => isSampler(reading, id));
}

/** By what a node takes, not by its class: custom samplers have the core's inputs under names of their own. */
function isSampler(reading: GraphReading, id: string): boolean {
  const has = (inputs: readonly string[]): boolean =>
    inputs.some((input) => reading.has(id, input));
  const linked = (suits: (type: string) => boolean): boolean =>
    reading.linksOfType(id, suits).length > 0;
  const isGuided = linked((type) => type === 'GUIDER');
  const samplesModel = isGuided || linked(isModelType) || linked(isPipeType);
  const startsNoise = has(['seed', 'noise_seed']) || linked((type) => type === 'NOISE');
  const takesSteps = has(['steps', 'sigmas', 'sampler_name', 'scheduler', 'sampler']);
  const isTold = isGuided || has(['cfg', 'guidance_scale']) || linked(isConditioningType);
  return samplesModel && startsNoise && takesSteps && isTold;
}

function passAt(reading: GraphReading, sampler: string): SamplingPass {
  const behind = (type: string): string | undefined =>
    reading.linksOfType(sampler, (found) => found === type)[0]?.[1][0];
  const sigmas = behind('SIGMAS');
  return {
    sampler,
    guide: behind('GUIDER') ?? sampler,
    noise: behind('NOISE') ?? sampler,
    method: behind('SAMPLER') ?? sampler,
    sigmas: sigmas === undefined ? [sampler] : sigmaChain(reading, sigmas),
  };
}

/** From `SplitSigmas` and its like up to the scheduler. */
function sigmaChain(reading: GraphReading, from: string): readonly string[] {
  const chain = new Set<string>();
  let next: string | undefined = from;
  while (next !== undefined && !chain.has(next)) {
    chain.add(next);
    next = reading.linksOfType(next, (type) => type === 'SIGMAS')[0]?.[1][0];
  }
  return [...chain];
}

/** Is a pass a continuation of another pass's unfinished noise, so that its own seed does nothing? */
export function isSeedInert(reading: GraphReading, { noise }: SamplingPass): boolean {
  const adds = reading.literal(noise, 'add_noise');
  return adds === 'disable' || adds === false || reading.classOf(noise) === 'DisableNoise';
}
