import type { DescribedParam, DescribedWorkflow } from '../workflows/public/workflow-records';

type Values = Readonly<Record<string, unknown>>;

/** The body of the workflow record's submit step, with the values that the authors of the model recommend. */
export function recommendedBody(workflow: DescribedWorkflow): Values {
  return workflow.next.find(({ step }) => step === 'submit')?.body ?? {};
}

const SHAPE = ['width', 'height', 'length', 'fps'];

/**
 * The recommended values as text: `640×640 (÷16), 81 frames (4n+1) at 16 fps, steps_high 20`; values for
 * `workflow_params` follow separately.
 */
export function describeRecommendedValues(workflow: DescribedWorkflow): string {
  const body = recommendedBody(workflow);
  const nested = describeNumbers((body['workflow_params'] ?? {}) as Values);
  const top = [
    ...describeSize(body, workflow.params),
    ...describeLength(body, workflow.params),
    ...describeNumbers(body),
  ].join(', ');
  return nested.length === 0 ? top : `${top}; \`workflow_params\`: ${nested.join(', ')}`;
}

/** Imported graphs may contain any names; only simple ones are shown. */
const SAFE_NAME = /^[a-z][a-z0-9_]{0,39}$/;

const describeNumbers = (values: Values): readonly string[] =>
  Object.entries(values)
    .filter(([name, value]) => typeof value === 'number' && !SHAPE.includes(name))
    .filter(([name]) => SAFE_NAME.test(name))
    .map(([name, value]) => `${name} ${String(value)}`);

type Params = Readonly<Record<string, DescribedParam>>;

function describeSize({ width, height }: Values, params: Params): readonly string[] {
  if (typeof width !== 'number' || typeof height !== 'number') return [];
  const grid = params['width']?.grid;
  return [`${width}×${height}${grid ? ` (÷${grid.step})` : ''}`];
}

function describeLength({ length, fps }: Values, params: Params): readonly string[] {
  if (typeof length !== 'number') return [];
  const grid = params['length']?.grid;
  const step = grid ? ` (${grid.step}n${grid.offset > 0 ? `+${grid.offset}` : ''})` : '';
  return [`${length} frames${step}${typeof fps === 'number' ? ` at ${fps} fps` : ''}`];
}
