import { expectedFromNearest } from './node-runs';

const G = 'abcdefabcdef';
const wanted = (size: number | null, steps: number | null) => ({ graph: G, size, steps });
const of = (rest: string, seconds: number, graph = G) => ({
  runClass: `${graph}.${rest}`,
  seconds,
});

describe('expectedFromNearest', () => {
  it.each<[string, number | null, Parameters<typeof expectedFromNearest>]>([
    ['nothing measured', null, [wanted(0, 4), []]],
    ['four times the pixels', 48, [wanted(2, 4), [of('0.4', 12)]]],
    ['twice the steps', 24, [wanted(0, 5), [of('0.4', 12)]]],
    ['twice the pixels in half the steps', 12, [wanted(1, 3), [of('0.4', 12)]]],
    ['less work: no less', 12, [wanted(-2, 4), [of('0.4', 12)]]],
    ['the nearest of several', 80, [wanted(2, 4), [of('-2.4', 1), of('1.4', 40), of('6.4', 900)]]],
    ['two that are as near: the larger', 90, [wanted(1, 4), [of('0.4', 12), of('2.4', 90)]]],
    ['runs without a size', 9, [wanted(null, 4), [of('-.4', 9), of('0.4', 12)]]],
    ['sizes against none', null, [wanted(null, 4), [of('0.4', 12)]]],
    ['none against sizes', null, [wanted(0, null), [of('0.4', 12)]]],
    ['another graph', null, [wanted(0, 4), [of('0.4', 12, '000000000000')]]],
    ['runs from before there were classes', null, [wanted(0, 4), [{ runClass: '', seconds: 3 }]]],
  ])('%s', (_, seconds, given) => {
    expect(expectedFromNearest(...given)).toBe(seconds);
  });
});
