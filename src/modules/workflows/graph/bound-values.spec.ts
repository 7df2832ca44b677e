import { param, workflowAround } from '../../../../test/support/workflow-fixtures';
import { completeValues, inputValue, valueInGraph } from './bound-values';
import { structureFindings } from './lint-structure';
import { buildGraph } from '../public/graph-builder';
import { readSettings } from '../public/provenance';
import type { ParamBinding } from '../public/workflow';

const GRAPH = {
  high: { class_type: 'KSamplerAdvanced', inputs: { steps: 20, end_at_step: 8 } },
  low: { class_type: 'KSamplerAdvanced', inputs: { steps: 20, start_at_step: 8 } },
};

const sum = (node: string): ParamBinding => ({ node, input: 'steps', plus: 'steps_high' });

/** Two experts that share one run of 20 steps, cut at 8. */
const PARAMS = {
  prompt: param('text', { required: true }),
  steps_high: param('integer', {
    binds: [
      { node: 'high', input: 'end_at_step' },
      { node: 'low', input: 'start_at_step' },
    ],
  }),
  steps_low: param('integer', { binds: [sum('high'), sum('low')] }),
};
const WORKFLOW = workflowAround(GRAPH, { params: PARAMS });

const build = (values: Record<string, unknown>): unknown =>
  Object.values(buildGraph(WORKFLOW, { values, loras: [], outputPrefix: 'x' })).map(
    ({ inputs }) => inputs,
  );

describe('values that share an input', () => {
  it('are read back from the sum', () => {
    expect(valueInGraph(PARAMS, 'steps_high', GRAPH)).toBe(8);
    expect(valueInGraph(PARAMS, 'steps_low', GRAPH)).toBe(12);
    expect(readSettings(WORKFLOW, GRAPH)).toEqual({ steps_high: 8, steps_low: 12 });
    expect(valueInGraph(PARAMS, 'prompt', GRAPH)).toBeUndefined();
  });

  it.each([
    ['both', { steps_high: 3, steps_low: 4 }, 3, 7],
    ['the first alone: the second keeps its own', { steps_high: 3 }, 3, 15],
    ['the second alone', { steps_low: 2 }, 8, 10],
    ['neither', {}, 8, 20],
    ['nothing, in words', { steps_high: null, steps_low: undefined }, 8, 20],
  ])('are set: %s', (_, values, cut, total) => {
    expect(build(values)).toEqual([
      { steps: total, end_at_step: cut },
      { steps: total, start_at_step: cut },
    ]);
  });

  it('leave other params unchanged', () => {
    expect(completeValues(PARAMS, { prompt: 'a' }, GRAPH)).toEqual({ prompt: 'a' });
    expect(inputValue({ node: 'a', input: 'b', plus: 'other' }, 'text', { other: 2 })).toBe('text');
    expect(inputValue({ node: 'a', input: 'b', plus: 'other' }, 4, {})).toBe(4);
  });

  it.each([
    ['itself', 'steps_low'],
    ['nothing', 'missing'],
    ['a param without an input', 'prompt'],
  ])('must not be summed with %s', (_, plus) => {
    const binds = [{ node: 'low', input: 'steps', plus }];
    const wrong = workflowAround(GRAPH, {
      params: { ...PARAMS, steps_low: param('integer', { binds }) },
    });
    expect(structureFindings(wrong).map(({ reason }) => reason)).toEqual([
      `param steps_low binds low.steps plus ${plus}, which isn't a param with an input of its own`,
    ]);
  });
});
