import { param, workflowAround } from '../../../../test/support/workflow-fixtures';
import { sentParams } from './sent-params';
import { linkedValues } from './linked-values';

const experts = (high: number | undefined, low: number | undefined, bounds = {}) =>
  workflowAround(
    {},
    {
      params: {
        steps_high: param('integer', {
          default: high,
          ...bounds,
          binds: [{ node: 'high', input: 'end_at_step' }],
        }),
        steps_low: param('integer', {
          default: low,
          ...bounds,
          binds: ['high', 'low'].map((node) => ({ node, input: 'steps', plus: 'steps_high' })),
        }),
      },
    },
  );

const shares = (workflow: ReturnType<typeof experts>, fields: object) => [
  ...linkedValues(
    workflow,
    sentParams({ workflow: 'w', prompt: 'p', provider: 'auto', ...fields }, ['body']),
  ),
];

describe('linkedValues', () => {
  it.each([
    ['the first', { steps_high: 15 }, [['steps_low', 15]]],
    ['the second', { steps_low: 4 }, [['steps_high', 4]]],
    ['one of them, nested', { workflow_params: { steps_low: 4 } }, [['steps_high', 4]]],
    ['both', { steps_high: 3, steps_low: 9 }, []],
    ['neither', {}, []],
  ])('keeps the shares when %s is sent', (_, fields, expected) => {
    expect(shares(experts(10, 10), fields)).toEqual(expected);
  });

  it('rounds an uneven share', () => {
    expect(shares(experts(20, 5), { steps_high: 30 })).toEqual([['steps_low', 8]]);
    expect(shares(experts(20, 5), { steps_low: 6 })).toEqual([['steps_high', 24]]);
  });

  it('stays within the bounds, and gives every expert at least one step', () => {
    expect(shares(experts(20, 5), { steps_high: 1 })).toEqual([['steps_low', 1]]);
    expect(shares(experts(5, 20, { maximum: 60 }), { steps_high: 50 })).toEqual([
      ['steps_low', 60],
    ]);
  });

  it('is empty when the workflow has no default', () => {
    expect(shares(experts(undefined, 10), { steps_high: 4 })).toEqual([]);
    expect(shares(experts(0, 10), { steps_high: 4 })).toEqual([]);
  });
});
