import { parseDotEnv } from './dot-env';

describe('parseDotEnv', () => {
  it.each([
    ['A=1', { A: '1' }],
    ['  export A = b c  ', { A: 'b c' }],
    ['A=b # comment', { A: 'b' }],
    ['A=b#c', { A: 'b#c' }],
    ['A="b # c" # d', { A: 'b # c' }],
    ['A="b\\n\\"c\\""', { A: 'b\n"c"' }],
    ["A='b\\n'", { A: 'b\\n' }],
    ['A=', { A: '' }],
    ['# A=1\n\nnonsense\r\nB=2\r\n', { B: '2' }],
    ['A=1\nA=2', { A: '2' }],
  ])('%j', (content, expected) => {
    expect(parseDotEnv(content)).toEqual(expected);
  });
});
