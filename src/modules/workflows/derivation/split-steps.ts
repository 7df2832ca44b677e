import type { ParamBinding, Workflow } from '../public/workflow';
import type { GraphReading } from './graph-reading';
import { type LiteralSource, type Source, sourceOf } from './literal-source';
import { modelRoot, passValue } from './pass-values';
import type { ParamBook } from './param-book';
import type { SamplingPass } from './sampling-passes';

/** One run of steps shared by two passes: the step of the cut, and the inputs of the cut and of the total. */
interface Split {
  readonly at: number;
  readonly total: number;
  readonly cuts: readonly ParamBinding[];
  readonly totals: readonly ParamBinding[];
}

/**
 * Adds the params of two passes that share one run of steps, the second starting where the first ends. For a video these
 * are `steps_high` and `steps_low` of the two experts, whose sum is the run; otherwise `steps` and `switch_at_step`.
 * Returns whether there is such a split.
 */
export function addSplitSteps(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  kind: Workflow['kind'],
  book: ParamBook,
): boolean {
  const split = passesSplit(reading, passes) ?? sigmasSplit(reading, passes);
  if (!split) return false;
  if (kind === 'video' && passes.length === 2) addExpertParams(split, book);
  else addSwitchParams(split, book);
  return true;
}

function addExpertParams({ cuts, totals }: Split, book: ParamBook): void {
  book.add({
    name: 'steps_high',
    type: 'integer',
    binds: cuts,
    confidence: 'high',
    reason: 'The first of two passes ends at this step, and the second starts there.',
    description: 'Steps of the first, high-noise pass: they decide composition and motion.',
  });
  book.add({
    name: 'steps_low',
    type: 'integer',
    binds: totals.map((bind) => ({ ...bind, plus: 'steps_high' })),
    confidence: 'high',
    reason: 'What is left of the steps that both passes share; the inputs hold the sum.',
    description: 'Steps of the second, low-noise pass: they bring detail.',
  });
}

function addSwitchParams({ cuts, totals }: Split, book: ParamBook): void {
  book.add({
    name: 'steps',
    binds: totals,
    confidence: 'high',
    reason: 'The steps that the passes share.',
    description: 'Sampling steps of all passes together.',
  });
  book.add({
    name: 'switch_at_step',
    binds: cuts,
    confidence: 'high',
    reason: 'One pass ends at this step, and the next starts there.',
    description: 'The step at which the second pass takes over.',
  });
}

/** `end_at_step` of one is `start_at_step` of the next. */
function passesSplit(reading: GraphReading, passes: readonly SamplingPass[]): Split | null {
  const at = (input: string): readonly LiteralSource[] => literalsAt(reading, passes, input);
  const starts = at('start_at_step');
  const cut = at('end_at_step').find(({ value }) => starts.some((start) => start.value === value));
  const steps = passes.map((pass) => passValue(reading, pass, 'steps')).filter(isLiteral);
  const total = steps[0]?.value;
  const isShared = steps.every(({ value }) => value === total);
  if (!cut || !isWithin(cut.value, total) || !isShared) return null;
  const ends = at('end_at_step');
  return {
    at: cut.value,
    total: total as number,
    cuts: distinct([...ends, ...starts].filter(({ value }) => value === cut.value)),
    // An end equal to the number of steps changes with it; one far after the last step keeps its value.
    totals: distinct([...steps, ...ends.filter(({ value }) => value === total)]),
  };
}

/** `SplitSigmas` between one scheduler and two samplers. */
function sigmasSplit(reading: GraphReading, passes: readonly SamplingPass[]): Split | null {
  if (passes.length !== 2) return null;
  const [first, second] = passes.map(({ sigmas }) => sigmas);
  const shared = first?.find((id) => second?.includes(id) === true && reading.has(id, 'step'));
  const cut = shared === undefined ? undefined : sourceOf(reading, shared, 'step');
  const [pass] = passes;
  const steps = pass && passValue(reading, pass, 'steps');
  if (cut?.kind !== 'literal' || steps?.kind !== 'literal') return null;
  return isWithin(cut.value, steps.value)
    ? { at: cut.value, total: steps.value as number, cuts: [cut.bind], totals: [steps.bind] }
    : null;
}

const isWithin = (cut: unknown, total: unknown): cut is number =>
  typeof cut === 'number' && typeof total === 'number' && cut > 0 && cut < total;

const isLiteral = (source: Source): source is LiteralSource => source.kind === 'literal';

function literalsAt(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  input: string,
): readonly LiteralSource[] {
  return passes
    .filter(({ sampler }) => reading.has(sampler, input))
    .map(({ sampler }) => sourceOf(reading, sampler, input))
    .filter(isLiteral);
}

function distinct(literals: readonly LiteralSource[]): readonly ParamBinding[] {
  const binds = new Map(literals.map(({ bind }) => [`${bind.node} ${bind.input}`, bind]));
  return [...binds.values()];
}

/** Do the two passes use different models, as a pair of experts does? */
export function hasTwoModels(reading: GraphReading, [high, low]: readonly SamplingPass[]): boolean {
  const roots = [high, low].map((pass) => pass && modelRoot(reading, pass)?.[0]);
  return roots[0] !== undefined && roots[1] !== undefined && roots[0] !== roots[1];
}
