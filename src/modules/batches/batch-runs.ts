import { isRecord, type JsonRecord } from '../../platform/json';

/** Gives one field of the base other values. */
export interface Axis {
  /** A field of the generate body, or `workflow_params.<name>`. */
  readonly param: string;
  readonly values: readonly unknown[];
}

export const BATCH_MODES = ['product', 'zip'] as const;
export type BatchMode = (typeof BATCH_MODES)[number];

/** What the runs of a batch follow from. */
export interface RunsOfBatch {
  /** A generate body, without its `type`. */
  readonly base: JsonRecord;
  readonly axes: readonly Axis[];
  readonly mode: BatchMode;
  /** Runs of each combination, with seeds that follow one another. */
  readonly count: number;
  /** The seed drawn for runs without one. */
  readonly seed: number | null;
}

export interface BatchRun {
  /** The position in each axis's values. */
  readonly positions: readonly number[];
  /** The value of each axis, by its param. */
  readonly values: JsonRecord;
  readonly body: JsonRecord;
  /** For a run without a seed of its own. */
  readonly seed: number | undefined;
}

const NESTED = 'workflow_params.';

/** How many combinations the axes have; 1 without axes. The axes of a `zip` have the same length. */
export function combinations({ axes, mode }: Pick<RunsOfBatch, 'axes' | 'mode'>): number {
  const lengths = axes.map(({ values }) => values.length);
  return mode === 'zip' ? (lengths[0] ?? 1) : lengths.reduce((product, n) => product * n, 1);
}

/** The run with this index, from 0. The last axis changes fastest, and the seed faster still. */
export function runAt(batch: RunsOfBatch, index: number): BatchRun {
  const { base, axes, count, seed } = batch;
  const repeat = index % count;
  const positions = positionsAt(batch, Math.floor(index / count));
  const chosen = axes.map(({ param, values }, at) => [param, values[positions[at] ?? 0]] as const);
  const body = chosen.reduce(withValue, base);
  return {
    positions,
    values: Object.fromEntries(chosen),
    body: repeat === 0 ? body : withNextSeed(body, repeat),
    seed: seed === null ? undefined : seed + repeat,
  };
}

function positionsAt({ axes, mode }: RunsOfBatch, combination: number): readonly number[] {
  if (mode === 'zip') return axes.map(() => combination);
  let rest = combination;
  return axes
    .toReversed()
    .map(({ values: { length } }) => {
      const position = rest % length;
      rest = Math.floor(rest / length);
      return position;
    })
    .reverse();
}

function withValue(body: JsonRecord, [param, value]: readonly [string, unknown]): JsonRecord {
  if (!param.startsWith(NESTED)) return { ...body, [param]: value };
  const nested = { ...paramsOf(body), [param.slice(NESTED.length)]: value };
  return { ...body, workflow_params: nested };
}

/** A seed that was sent counts up; without one, the drawn seed does. */
function withNextSeed(body: JsonRecord, repeat: number): JsonRecord {
  const { seed } = body;
  if (typeof seed === 'number') return { ...body, seed: seed + repeat };
  const nested = paramsOf(body)['seed'];
  return typeof nested === 'number' ? withValue(body, [`${NESTED}seed`, nested + repeat]) : body;
}

function paramsOf({ workflow_params: params }: JsonRecord): JsonRecord {
  return isRecord(params) ? params : {};
}
