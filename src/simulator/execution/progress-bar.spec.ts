import { ProgressBar } from './progress-bar';

function sentSteps(total: number, throttled: boolean, preview?: Buffer): number[] {
  const values: number[] = [];
  const bar = new ProgressBar(total, { throttled, send: (value) => values.push(value) });
  for (let value = 1; value <= total; value++) bar.update(value, preview);
  return values;
}

it('sends the first and the last step, and few between', () => {
  const values = sentSteps(2000, true);
  expect([values[0], values.at(-1)]).toEqual([1, 2000]);
  expect(values.length).toBeLessThan(200);
});

it('sends every step of an older node, and every step with a preview', () => {
  expect(sentSteps(50, false)).toHaveLength(50);
  expect(sentSteps(50, true, Buffer.of())).toHaveLength(50);
});
