import type { WorkflowParam } from '../public/workflow';

/** A picture size with the shape that it has. */
export interface SuggestedSize {
  readonly label: string;
  readonly width: number;
  readonly height: number;
}

const SHAPES = ['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16'] as const;

/**
 * Sizes of common shapes with about as many pixels as the workflow's default size, on its grid and within its bounds.
 * Empty for a workflow without a width and height of its own.
 */
export function suggestedSizes(
  params: Readonly<Record<string, WorkflowParam>>,
): readonly SuggestedSize[] {
  const { width, height } = params;
  if (typeof width?.default !== 'number' || typeof height?.default !== 'number') return [];
  const pixels = width.default * height.default;
  return SHAPES.flatMap((label) => {
    const [across = 1, down = 1] = label.split(':').map(Number);
    const unit = Math.sqrt(pixels / (across * down));
    const size = { width: nearest(width, across * unit), height: nearest(height, down * unit) };
    return isWithin(width, size.width) && isWithin(height, size.height) ? [{ label, ...size }] : [];
  });
}

/** The value on the param's grid, or the whole number, that is nearest. */
function nearest({ grid = { step: 8, offset: 0 } }: WorkflowParam, value: number): number {
  const { step, offset } = grid;
  return Math.round((value - offset) / step) * step + offset;
}

const isWithin = (
  { minimum = 1, maximum = Number.MAX_SAFE_INTEGER }: WorkflowParam,
  value: number,
): boolean => value >= minimum && value <= maximum;
