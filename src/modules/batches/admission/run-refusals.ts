import { AppError } from '../../../platform/errors/app-error';
import { ValidationFailed, type ValidationError } from '../../../platform/errors/validation-failed';
import { BatchRefused } from '../batches.errors';
import type { Axis, BatchRun } from '../batch-runs';
import type { RefusedRun } from '../dto/batch.response';

/** A run that the planner refused. */
export interface RunRefusal {
  readonly index: number;
  readonly run: BatchRun;
  readonly error: AppError | ValidationFailed;
}

/** Maximum number of refusals listed, because each of a thousand runs may break several rules. */
const MAX_LISTED = 1_000;

/** The refusals as a dry run answers them. Pure. */
export function refusedRuns(
  refusals: readonly RunRefusal[],
  axes: readonly Axis[],
): readonly RefusedRun[] {
  return refusals
    .flatMap(({ index, run, error }) =>
      error instanceof AppError
        ? [{ index, loc: ['body', 'base'], detail: error.message, code: error.spec.code }]
        : error.errors.map(({ loc, msg }) => ({
            index,
            loc: [...sentLoc(loc, run, axes)],
            detail: msg,
            code: 'invalid',
          })),
    )
    .slice(0, MAX_LISTED);
}

/**
 * The error that refuses the whole batch: that of its first refused run. If it is a validation error, those of all runs
 * are combined without duplicates. Pure.
 */
export function batchRefusal(
  [first, ...others]: readonly [RunRefusal, ...RunRefusal[]],
  axes: readonly Axis[],
): AppError | ValidationFailed {
  if (first.error instanceof AppError) return new BatchRefused(first.error, first.index);
  const items = new Map<string, ValidationError>();
  for (const { run, error } of [first, ...others])
    for (const item of error instanceof ValidationFailed ? error.errors : []) {
      const sent = { ...item, loc: sentLoc(item.loc, run, axes) };
      items.set(JSON.stringify([sent.loc, sent.msg]), sent);
    }
  return new ValidationFailed([...items.values()].slice(0, MAX_LISTED));
}

/** Maps an error's location in a run to the batch body: to the axis value it came from, or to `base`. */
function sentLoc(
  [, ...path]: ValidationError['loc'],
  { positions }: BatchRun,
  axes: readonly Axis[],
): ValidationError['loc'] {
  const [field, ...below] = path;
  const nested = field === 'workflow_params' ? `${field}.${String(below[0])}` : undefined;
  const at = axes.findIndex(({ param }) => param === field || param === nested);
  if (at < 0) return ['body', 'base', ...path];
  const rest = axes[at]?.param === nested ? below.slice(1) : below;
  return ['body', 'axes', at, 'values', positions[at] ?? 0, ...rest];
}
