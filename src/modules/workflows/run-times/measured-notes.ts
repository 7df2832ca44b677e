import type { MeasuredClass } from './node-runs';
import { isSizedByInput, readRunClass, type SizeClass } from '../public/run-class';
import type { PeakMemory } from '../public/run-times';
import type { Workflow } from '../public/workflow';

/** A class of runs on a node. */
export interface MeasuredOnNode extends MeasuredClass {
  readonly provider: string;
}

/** A low limit, so that the author's own notes stay visible. */
const MAX_NOTES = 6;
const GIGABYTE = 2 ** 30;

/**
 * Sentences on the measured run times of a workflow, the newest first. They contain size classes, never the size or the
 * texts of a single run.
 * @param showsCounts whether to show the number of runs (admins only)
 */
export function measuredNotes(
  workflow: Pick<Workflow, 'kind' | 'params'>,
  measured: readonly MeasuredOnNode[],
  showsCounts: boolean,
): readonly string[] {
  return measured
    .toSorted((a, b) => b.lastRunAt - a.lastRunAt)
    .slice(0, MAX_NOTES)
    .map(({ provider, runClass, statistics, memory }) => {
      const { median_seconds, p90_seconds, samples } = statistics;
      const count = showsCounts ? ` of ${counted(samples, 'run', 'runs')}` : '';
      const subject = describeRuns(workflow, readRunClass(runClass));
      return (
        `Measured here on ${provider}: ${subject} take ${threeDigits(median_seconds)} s ` +
        `(median${count}, nine of ten within ${threeDigits(p90_seconds)} s)${describeMemory(memory)}.`
      );
    });
}

/** More digits would suggest a precision that the measurement does not have. */
const threeDigits = (seconds: number): string => String(Number(seconds.toPrecision(3)));

/** `pictures of about 1 megapixel in 12 to 22 steps` */
function describeRuns(workflow: Pick<Workflow, 'kind' | 'params'>, of: SizeClass | null): string {
  const things = workflow.kind === 'image' ? 'pictures' : 'clips';
  const size = of?.size ?? null;
  const steps = of?.steps ?? null;
  return [
    things,
    ...(size === null
      ? []
      : [describeSize(workflow, counted(2 ** size, 'megapixel', 'megapixels'))]),
    ...(steps === null ? [] : [`in ${describeSteps(steps)}`]),
  ].join(' ');
}

function describeSize(workflow: Pick<Workflow, 'kind' | 'params'>, amount: string): string {
  const whole = workflow.kind === 'image' ? '' : ' over all frames';
  if (isSizedByInput(workflow)) return `made from about ${amount}${whole}`;
  return `of about ${amount}${whole}`;
}

/** The step counts of a class: all integers that round to this power of two. */
function describeSteps(exponent: number): string {
  const least = Math.ceil(2 ** (exponent - 0.5));
  const most = Math.floor(2 ** (exponent + 0.5));
  return least === most
    ? counted(most, 'step', 'steps')
    : `${String(least)} to ${String(most)} steps`;
}

/** Memory is sampled, so the true peak may be higher. */
function describeMemory(memory: PeakMemory | null): string {
  if (!memory) return '';
  const [used, total] = [memory.used, memory.total].map((bytes) => rounded(bytes / GIGABYTE, 1));
  return `; the most seen in use on its device was ${String(used)} GB of ${String(total)} GB, other programs included`;
}

const counted = (amount: number, one: string, more: string): string =>
  `${String(rounded(amount, 3))} ${amount === 1 ? one : more}`;

const rounded = (amount: number, digits: number): number => Number(amount.toFixed(digits));
