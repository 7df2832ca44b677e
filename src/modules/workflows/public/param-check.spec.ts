import { param } from '../../../../test/support/workflow-fixtures';
import { checkParam } from './param-check';
import type { WorkflowParam } from './workflow';

const width = param('integer', { minimum: 16, maximum: 1000, grid: { step: 16, offset: 0 } });
const length = param('integer', { grid: { step: 4, offset: 1 } });

describe('checkParam', () => {
  it.each<[string, WorkflowParam, unknown, readonly unknown[]]>([
    ['a good size', width, 512, []],
    ['a quoted size', width, '512', [['int_type']]],
    ['a size below the bounds', width, 8, [['greater_than_equal']]],
    ['a size above the bounds', width, 1008, [['less_than_equal']]],
    ['a size off the grid', width, 500, [['value_error', 'Send a multiple of 16: 496 or 512.']]],
    [
      'a size whose upper neighbour is too large',
      width,
      999,
      [['value_error', 'Send a multiple of 16: 992.']],
    ],
    [
      'a size of which none is good',
      { ...width, minimum: 497, maximum: 500 },
      498,
      [['value_error', 'Leave this out: no node takes a multiple of 16 here.']],
    ],
    [
      'a choice of nothing',
      param('choice', { choices: [] }),
      'a',
      [['enum', 'Leave this out: there is nothing to choose from.']],
    ],
    ['a good length', length, 81, []],
    ['a length off the grid', length, 80, [['value_error', 'Send 4n + 1: 77 or 81.']]],
    ['a whole number as a number', param('number'), 3, []],
    ['a text as a number', param('number'), 'x', [['float_type']]],
    ['a number as a flag', param('boolean'), 1, [['bool_type']]],
    ['a text', param('text'), '', []],
    ['a number as a text', param('string'), 5, [['string_type']]],
    ['a choice', param('choice', { choices: ['a', 1] }), 1, []],
    ['no choice', param('choice', { choices: ['a'] }), 'b', [['enum']]],
    ['a choice while no node is known', param('choice'), 'anything', []],
    ['an empty model name', param('model'), '', [['string_too_short']]],
    ['a file', param('image'), 'a.png', []],
    ['LoRAs', param('loras'), [{ name: 'a' }, { name: 'b', strength: 0.5, target: 'high' }], []],
    ['LoRAs that are not a list', param('loras'), {}, [['list_type']]],
  ])('%s', (_, declared, value, found) => {
    expect(checkParam(declared, value)).toEqual(
      found.map((one) => {
        const [type, msg] = one as [string, string?];
        return expect.objectContaining(msg === undefined ? { type } : { type, msg });
      }),
    );
  });

  it('says which LoRA is wrong where', () => {
    const loras = [{ strength: 1 }, 'a', { name: 'a', strength: '1', target: 'mid', extra: 1 }];
    expect(checkParam(param('loras'), loras).map(({ loc, type }) => [...loc, type])).toEqual([
      [0, 'name', 'missing'],
      [1, 'dict_type'],
      [2, 'strength', 'float_type'],
      [2, 'target', 'enum'],
      [2, 'extra', 'extra_forbidden'],
    ]);
  });
});
