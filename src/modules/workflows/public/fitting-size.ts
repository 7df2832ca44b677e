import type { WorkflowParam } from './workflow';

type Params = Readonly<Record<string, WorkflowParam>>;

/** The shape of a picture: 16 and 9 for 16:9. */
export interface Shape {
  readonly across: number;
  readonly down: number;
}

/**
 * The size of this shape with about as many pixels as the workflow's default size, on its grid. `null` for a workflow
 * without a width and height of its own, and for a size outside of its bounds.
 */
export function fittingSize(
  { width, height }: Params,
  { across, down }: Shape,
): { readonly width: number; readonly height: number } | null {
  if (typeof width?.default !== 'number' || typeof height?.default !== 'number') return null;
  const unit = Math.sqrt((width.default * height.default) / (across * down));
  const size = { width: nearest(width, across * unit), height: nearest(height, down * unit) };
  return isWithin(width, size.width) && isWithin(height, size.height) ? size : null;
}

/** The lowest value on the param's grid that isn't below `value`, within the param's bounds. */
export function fittingLength(param: WorkflowParam, value: number): number {
  const { minimum = 1, maximum = Number.MAX_SAFE_INTEGER, grid = { step: 1, offset: 0 } } = param;
  const { step, offset } = grid;
  const onGrid = (to: (steps: number) => number, number: number): number =>
    to((number - offset) / step) * step + offset;
  const wanted = onGrid(Math.ceil, Math.max(value, minimum));
  return wanted <= maximum ? wanted : onGrid(Math.floor, maximum);
}

/** The value on the param's grid, or the multiple of 8, that is nearest. */
function nearest({ grid = { step: 8, offset: 0 } }: WorkflowParam, value: number): number {
  const { step, offset } = grid;
  return Math.round((value - offset) / step) * step + offset;
}

const isWithin = (
  { minimum = 1, maximum = Number.MAX_SAFE_INTEGER }: WorkflowParam,
  value: number,
): boolean => value >= minimum && value <= maximum;
