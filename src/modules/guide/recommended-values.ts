import type { DescribedParam, DescribedWorkflow } from '../workflows/public/workflow-records';

type Values = Readonly<Record<string, unknown>>;

/** The body that the record's own submit step sends: the values that the model's makers recommend. Pure. */
export function recommendedBody(workflow: DescribedWorkflow): Values {
  return workflow.next.find(({ step }) => step === 'submit')?.body ?? {};
}

const SHAPE = ['width', 'height', 'length', 'fps'];

/**
 * The same in a few words: `640×640 (÷16), 81 frames (4n+1) at 16 fps, steps_high 20`; what is no field of the body
 * stands behind `workflow_params`. Pure.
 */
export function describeRecommendedValues(workflow: DescribedWorkflow): string {
  const body = recommendedBody(workflow);
  const nested = numberWords((body['workflow_params'] ?? {}) as Values);
  const top = [
    ...sizeWords(body, workflow.params),
    ...lengthWords(body, workflow.params),
    ...numberWords(body),
  ].join(', ');
  return nested.length === 0 ? top : `${top}; \`workflow_params\`: ${nested.join(', ')}`;
}

/** Names of an imported graph may be anything: those that are no plain words aren't told. */
const PLAIN = /^[a-z][a-z0-9_]{0,39}$/;

const numberWords = (values: Values): readonly string[] =>
  Object.entries(values)
    .filter(([name, value]) => typeof value === 'number' && !SHAPE.includes(name))
    .filter(([name]) => PLAIN.test(name))
    .map(([name, value]) => `${name} ${String(value)}`);

type Params = Readonly<Record<string, DescribedParam>>;

function sizeWords({ width, height }: Values, params: Params): readonly string[] {
  if (typeof width !== 'number' || typeof height !== 'number') return [];
  const grid = params['width']?.grid;
  return [`${width}×${height}${grid ? ` (÷${grid.step})` : ''}`];
}

function lengthWords({ length, fps }: Values, params: Params): readonly string[] {
  if (typeof length !== 'number') return [];
  const grid = params['length']?.grid;
  const step = grid ? ` (${grid.step}n${grid.offset > 0 ? `+${grid.offset}` : ''})` : '';
  return [`${length} frames${step}${typeof fps === 'number' ? ` at ${fps} fps` : ''}`];
}

/** Are both within the bounds and on the grid of the workflow's params? Pure. */
export function takesSize({ params }: DescribedWorkflow, width: number, height: number): boolean {
  return takesEdge(params['width'], width) && takesEdge(params['height'], height);
}

function takesEdge(param: DescribedParam | undefined, value: number): boolean {
  if (!param) return false;
  const { minimum, maximum, grid } = param;
  const fits = grid === null || (value - grid.offset) % grid.step === 0;
  return fits && value >= (minimum ?? value) && value <= (maximum ?? value);
}
