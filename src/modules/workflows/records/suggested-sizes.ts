import { fittingSize } from '../public/fitting-size';
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
  return SHAPES.flatMap((label) => {
    const [across = 1, down = 1] = label.split(':').map(Number);
    const size = fittingSize(params, { across, down });
    return size === null ? [] : [{ label, ...size }];
  });
}
