import { RunCounter } from './run-counter';

it('forgets the oldest prompts', () => {
  const counter = new RunCounter();
  for (let prompt = 0; prompt <= 10_000; prompt += 1) counter.add(`${prompt}`, 'accepted');
  counter.add('10000', 'started', 'finished');
  expect([counter.all().size, counter.all().has('0')]).toEqual([10_000, false]);
  expect(counter.of('10000')).toMatchObject({ accepted: 1, started: 1, finished: 1 });
});
