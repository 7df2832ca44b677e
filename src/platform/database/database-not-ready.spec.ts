import { schemaState } from './database-not-ready';

describe('schemaState', () => {
  it.each([
    [null, 'empty'],
    [[], 'empty'],
    [['a'], 'older'],
    [['a', 'b'], 'ready'],
    [['b', 'a'], 'ready'],
    [['a', 'b', 'c'], 'newer'],
    [['a', 'c'], 'newer'],
  ])('%j is %s for a program with the migrations a and b', (executed, state) => {
    expect(schemaState(executed, ['a', 'b'])).toBe(state);
  });
});
