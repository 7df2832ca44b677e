import { quickestSeconds, runSeconds } from './run-seconds';

it('counts the seconds from start to end', () => {
  const job = { started_at: '2026-01-01T00:00:00.000Z', finished_at: '2026-01-01T00:00:07.400Z' };
  expect(runSeconds(job)).toBeCloseTo(7.4);
  expect(runSeconds({ ...job, finished_at: null })).toBeUndefined();
});

it('takes the typical seconds of the quickest node', () => {
  const time = (median_seconds: number) => ({ provider: 'a', median_seconds, p90_seconds: 90 });
  expect(quickestSeconds({ run_time: [time(12), time(7)] })).toBe(7);
  expect(quickestSeconds({ run_time: [] })).toBe(Infinity);
});
