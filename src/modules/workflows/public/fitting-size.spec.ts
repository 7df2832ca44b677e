import { fittingLength, fittingSize } from './fitting-size';
import type { WorkflowParam } from './workflow';

const integer = (fields: Partial<WorkflowParam>): WorkflowParam => ({
  type: 'integer',
  required: false,
  description: '',
  binds: [],
  ...fields,
});

describe('fittingSize', () => {
  const side = (fields: Partial<WorkflowParam> = {}) =>
    integer({ default: 1024, grid: { step: 64, offset: 0 }, ...fields });

  it('keeps about the pixels of the default size, on the grid', () => {
    const params = { width: side(), height: side() };
    expect(fittingSize(params, { across: 9, down: 16 })).toEqual({ width: 768, height: 1344 });
    expect(fittingSize(params, { across: 239, down: 100 })).toEqual({ width: 1600, height: 640 });
  });

  it('is null outside of the bounds, and for a workflow without a size', () => {
    const narrow = { width: side({ maximum: 1100 }), height: side() };
    expect(fittingSize(narrow, { across: 16, down: 9 })).toBeNull();
    expect(fittingSize({}, { across: 16, down: 9 })).toBeNull();
  });
});

describe('fittingLength', () => {
  it.each([
    ['the next value of the grid', { grid: { step: 4, offset: 1 } }, 80, 81],
    ['a value of the grid as it is', { grid: { step: 4, offset: 1 } }, 81, 81],
    ['a whole number without a grid', {}, 12.5, 13],
    ['at least the minimum', { minimum: 17, grid: { step: 8, offset: 1 } }, 3, 17],
    [
      'the highest value of the grid within the bounds',
      { maximum: 100, grid: { step: 8, offset: 1 } },
      240,
      97,
    ],
  ])('takes %s', (_, fields, value, expected) => {
    expect(fittingLength(integer(fields), value)).toBe(expected);
  });
});
