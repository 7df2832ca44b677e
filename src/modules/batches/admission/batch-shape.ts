import type { ValidationError } from '../../../platform/errors/validation-failed';
import { isRecord } from '../../../platform/json';
import { nameSpeller, withNearest } from '../../../platform/nearest-names';
import { combinations } from '../batch-runs';
import type { BatchAxisDto, BatchDto } from '../dto/batch.request';
import { MAX_RUNS } from '../public/batch-creator';

type Kind = 'image' | 'video';

/** Of all runs together: each value is checked again for each run that has it. */
const MAX_VALUES = 1_000_000;

/** The fields of the base that no run may change or have. */
const NO_PARAMS = ['type', 'submit'];

/**
 * What is wrong with a batch before any of its runs is looked at.
 * @param fieldsOf the fields of a generate body
 */
export function shapeErrors(
  { base, axes = [], mode = 'product', count = 1 }: BatchDto,
  fieldsOf: (kind: Kind) => readonly string[],
): readonly ValidationError[] {
  const { type } = base;
  const errors = [
    ...baseErrors(base),
    ...(isKind(type)
      ? axes.flatMap((axis, at) => paramErrors(axis, at, axes, fieldsOf(type)))
      : []),
    ...(mode === 'zip' ? lengthErrors(axes) : []),
  ];
  const total = combinations({ axes, mode }) * count;
  if (errors.length > 0) return errors;
  if (total > MAX_RUNS)
    return [
      error(
        ['body', 'axes'],
        `Ask for at most ${MAX_RUNS} runs: these axes and count make ${total}.`,
      ),
    ];
  const values = total * valuesOfRun(base, axes);
  if (values <= MAX_VALUES) return [];
  const msg = `Send fewer fields or ask for fewer runs: together the runs would have ${values} values, and ${MAX_VALUES} are the most.`;
  return [error(['body', 'base'], msg)];
}

/** How many values the largest run has, nested ones included. */
function valuesOfRun(base: BatchDto['base'], axes: readonly BatchAxisDto[]): number {
  const ofAxes = axes.map(({ values }) => Math.max(...values.map(countValues)));
  return ofAxes.reduce((sum, n) => sum + n, countValues(base));
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const inside of Object.values(value) as unknown[]) count += countValues(inside);
  return count;
}

export const isKind = (type: unknown): type is Kind => type === 'image' || type === 'video';

function baseErrors(base: BatchDto['base']): readonly ValidationError[] {
  const { type, workflow_params: params } = base;
  const at = (name: string) => ['body', 'base', name];
  return [
    ...(isKind(type) ? [] : [error(at('type'), 'Send image or video: what the runs make.')]),
    ...('submit' in base
      ? [error(at('submit'), 'Leave this out. To queue nothing, send dry_run: true beside base.')]
      : []),
    ...(params === undefined || params === null || isRecord(params)
      ? []
      : [error(at('workflow_params'), 'Send a JSON object.')]),
  ];
}

function paramErrors(
  { param }: BatchAxisDto,
  at: number,
  axes: readonly BatchAxisDto[],
  fields: readonly string[],
): readonly ValidationError[] {
  const loc = ['body', 'axes', at, 'param'];
  if (axes.findIndex((axis) => axis.param === param) < at)
    return [error(loc, 'Send each param in one axis only.')];
  const accepted = fields.filter((field) => !NO_PARAMS.includes(field));
  if (accepted.includes(param) || /^workflow_params\../.test(param)) return [];
  const advice = `Send workflow_params.<name>, or one of: ${accepted.join(', ')}.`;
  return [error(loc, withNearest(advice, nameSpeller(accepted)(param)))];
}

function lengthErrors([first, ...rest]: readonly BatchAxisDto[]): readonly ValidationError[] {
  const length = first?.values.length;
  return rest.flatMap(({ values }, at) =>
    values.length === length
      ? []
      : [
          error(
            ['body', 'axes', at + 1, 'values'],
            `Send as many values as the first axis has, ${length}: zip takes one of each.`,
          ),
        ],
  );
}

const error = (loc: ValidationError['loc'], msg: string): ValidationError => ({
  loc,
  msg,
  type: 'value_error',
});
