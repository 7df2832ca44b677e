import { runSeconds } from './run-seconds';

it('counts the seconds from start to end', () => {
  const job = { started_at: '2026-01-01T00:00:00.000Z', finished_at: '2026-01-01T00:00:07.400Z' };
  expect(runSeconds(job)).toBeCloseTo(7.4);
  expect(runSeconds({ ...job, finished_at: null })).toBeUndefined();
});
