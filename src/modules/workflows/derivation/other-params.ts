import type { GraphReading } from './graph-reading';
import { chosenInput, conditionOf, sourceOf } from './literal-source';
import { nameFrom, type ParamBook } from './param-book';
import type { ParamBinding } from '../public/workflow';
import { firstAt } from './pass-values';
import { textInputs } from './text-inputs';

/** Adds a boolean for every switch of the graph, named after its title. */
export function addSwitches(reading: GraphReading, book: ParamBook): void {
  for (const id of reading.live) {
    const input = chosenInput(reading, id) === null ? undefined : conditionOf(reading, id);
    const source = input === undefined ? undefined : sourceOf(reading, id, input);
    if (source?.kind !== 'literal' || typeof source.value !== 'boolean') continue;
    const title = reading.titleOf(source.bind.node) || reading.titleOf(id);
    book.add({
      name: nameFrom(title) ?? 'switch',
      type: 'boolean',
      binds: [source.bind],
      confidence: 'medium',
      reason: `${reading.classOf(id)} chooses between two ways through the graph.`,
      description: `${title === '' ? 'A switch of the graph' : title}: chooses between two ways through the graph. Params found behind the way that the graph takes now do nothing on the other.`,
    });
  }
}

export const SEED_DESCRIPTION =
  'Where the noise starts: the same seed with the same settings gives the same result.';

/** For graphs without a sampler (paid services, all-in-one nodes): adds the seed beside a prompt, else any seed. */
export function addSeedWithoutSampler(reading: GraphReading, book: ParamBook): void {
  const [first] = [...reading.live]
    .map((id) => ({ id, source: firstAt(reading, [id], SEED_NAMES) }))
    .sort((a, b) => likelihoodOf(reading, b.id) - likelihoodOf(reading, a.id))
    .flatMap(({ id, source }) => (source.kind === 'literal' ? [{ id, ...source }] : []));
  if (!first) return;
  book.add({
    name: 'seed',
    binds: [first.bind, ...equalSeeds(reading, first)],
    confidence: 'low',
    reason: `Named ${first.bind.input}; nothing else shows what it is.`,
    description: SEED_DESCRIPTION,
    withoutDefault: true,
  });
}

const SEED_NAMES = ['seed', 'noise_seed', 'image_seed', 'model_seed'];

/** Some paid services have several seeds: equal ones share the param. */
function equalSeeds(
  reading: GraphReading,
  { id, bind, value }: { id: string; bind: ParamBinding; value: unknown },
): readonly ParamBinding[] {
  return reading
    .literals(id)
    .filter((input) => input.endsWith('_seed') && reading.literal(id, input) === value)
    .map((input) => ({ node: id, input }))
    .filter(({ node, input }) => node !== bind.node || input !== bind.input);
}

/** The seed of a language model is used only if there is no other. */
function likelihoodOf(reading: GraphReading, id: string): number {
  const consumers = reading.consumers(id);
  const givesText =
    consumers.length > 0 &&
    consumers.every(({ node, input }) => reading.linkType(node, input) === 'STRING');
  if (givesText) return 0;
  return textInputs(reading, id).length > 0 || reading.has(id, 'steps') ? 2 : 1;
}
