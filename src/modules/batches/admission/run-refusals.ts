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

/** Where the refusals of a batch's runs go while they are planned. */
export interface RunRefusals {
  /** Whether planning of further runs can stop. */
  readonly isFull: boolean;
  add(refusal: RunRefusal): void;
}

/** Maximum number of refusals kept: each of a thousand runs may break a thousand rules. */
const MAX_LISTED = 1_000;

/** Refused runs after which planning of a batch ends: mostly all runs have the same error. */
const MAX_REFUSED_RUNS = 50;

/** Every refusal of every run, as a dry run answers them. */
export class DryRunRefusals implements RunRefusals {
  readonly listed: RefusedRun[] = [];

  constructor(private readonly axes: readonly Axis[]) {}

  get isFull(): boolean {
    return this.listed.length >= MAX_LISTED;
  }

  add({ index, run, error }: RunRefusal): void {
    if (error instanceof AppError) {
      const { message, spec } = error;
      this.listed.push({ index, loc: ['body', 'base'], detail: message, code: spec.code });
      return;
    }
    for (const { loc, msg } of error.errors.slice(0, MAX_LISTED - this.listed.length)) {
      const sent = [...sentLoc(loc, run, this.axes)];
      this.listed.push({ index, loc: sent, detail: msg, code: 'invalid' });
    }
  }

  /** Adds what refuses the batch whatever its runs are; other errors are thrown again. */
  addWhole(error: unknown): void {
    if (!(error instanceof AppError)) throw error;
    this.listed.push({ index: 0, loc: ['body'], detail: error.message, code: error.spec.code });
  }
}

/**
 * The error that refuses the whole batch: that of its first refused run. Validation errors of the first {@link MAX_REFUSED_RUNS}
 * refused runs before the first other refusal come together, each value that was sent once.
 */
export class BatchRefusals implements RunRefusals {
  private refused: BatchRefused | null = null;
  private readonly errors = new Map<string, ValidationError>();
  private refusedRuns = 0;

  constructor(private readonly axes: readonly Axis[]) {}

  get isFull(): boolean {
    return (
      this.refused !== null ||
      this.refusedRuns >= MAX_REFUSED_RUNS ||
      this.errors.size >= MAX_LISTED
    );
  }

  add({ index, run, error }: RunRefusal): void {
    if (error instanceof AppError) {
      this.refused = new BatchRefused(error, index);
      return;
    }
    for (const item of error.errors) {
      if (this.isFull) return;
      const sent = { ...item, loc: sentLoc(item.loc, run, this.axes) };
      this.errors.set(JSON.stringify([sent.loc, sent.msg]), sent);
    }
    this.refusedRuns += 1;
  }

  /** @throws ValidationFailed, BatchRefused */
  throwIfAny(): void {
    if (this.errors.size > 0) throw new ValidationFailed([...this.errors.values()]);
    if (this.refused) throw this.refused;
  }
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
