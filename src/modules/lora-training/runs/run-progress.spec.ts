import type { ToolkitJob } from '../toolkit/toolkit-answers';
import { phaseOf, progressOf, secondsPerStep, withLoss } from './run-progress';
import { toRunSummary } from './run-record';
import { stallOf } from './run-stall';
import type { TrainingRun } from './training-run.entity';

const THEN = '2030-01-01T00:00:00.000Z';
const NOW = '2030-01-01T01:00:00.000Z';

const run = (fields: Partial<TrainingRun> = {}): TrainingRun =>
  ({
    job_name: 'mara_v1',
    status: 'running',
    phase: 'training',
    step: 10,
    steps: 100,
    seconds_per_step: 2,
    info: 'Training',
    loss: [],
    toolkit_error: null,
    moved_at: THEN,
    started_at: THEN,
    finished_at: null,
    ...fields,
  }) as TrainingRun;

const job = (fields: Partial<ToolkitJob> = {}): ToolkitJob => ({
  id: 'x',
  name: 'mara_v1',
  status: 'running',
  step: 10,
  info: 'Training',
  speed: '',
  pid: 7,
  ...fields,
});

describe('progressOf', () => {
  it.each([
    ['queued', {}, 'queued'],
    ['running', { info: 'Starting job...' }, 'starting'],
    ['running', {}, 'running'],
    ['stopping', {}, 'stopping'],
    ['stopped', {}, 'stopped'],
    ['completed', {}, 'completed'],
    ['error', {}, 'failed'],
  ] as const)('maps %s %p of the toolkit to %s', (status, fields, expected) => {
    expect(progressOf(run(), job({ status, ...fields }), NOW).status).toBe(expected);
  });

  it.each([
    ['queued', 'stopping'],
    ['running', 'stopping'],
    ['error', 'stopped'],
    ['stopped', 'stopped'],
    ['completed', 'completed'],
  ] as const)('maps %s of the toolkit to %s for a run being stopped', (status, expected) => {
    expect(progressOf(run({ status: 'stopping' }), job({ status }), NOW).status).toBe(expected);
  });

  it('fails a run that the toolkit no longer has, unless it was being stopped', () => {
    expect(progressOf(run(), null, NOW)).toMatchObject({ status: 'failed', finished_at: NOW });
    expect(progressOf(run({ status: 'stopping' }), null, NOW)).toMatchObject({
      status: 'stopped',
      error: null,
    });
  });

  it('sets moved_at when the step or the text changes, not when a lookup finds the same', () => {
    expect(progressOf(run(), job(), NOW).moved_at).toBe(THEN);
    expect(progressOf(run(), job({ step: 11 }), NOW).moved_at).toBe(NOW);
    expect(progressOf(run(), job({ info: 'Saving model' }), NOW)).toMatchObject({
      moved_at: NOW,
      phase: 'saving',
    });
  });

  it('counts all steps of a completed run, and stores why the trainer failed', () => {
    expect(progressOf(run(), job({ status: 'completed', step: 99 }), NOW).step).toBe(100);
    const failed = progressOf(run(), job({ status: 'error', info: 'out of memory' }), NOW);
    expect(failed).toMatchObject({ error: 'out of memory', phase: null });
  });
});

it.each([
  ['Loading model', 'downloading'],
  ['Loading dataset', 'caching'],
  ['Quantizing transformer', 'quantizing'],
  ['Training', 'training'],
  ['Saving model', 'saving'],
  ['Generating images - 1/3', 'sampling'],
  ['', null],
])('phaseOf(%j) is %s', (info, phase) => expect(phaseOf(info)).toBe(phase));

it.each([
  ['2.00 iter/sec', 0.5],
  ['4.00 sec/iter', 4],
  ['0.00 iter/sec', null],
  ['', null],
])('secondsPerStep(%j) is %s', (speed, seconds) => expect(secondsPerStep(speed)).toBe(seconds));

it('withLoss thins a long curve and keeps its ends', () => {
  const points = Array.from({ length: 1000 }, (_, step) => ({ step, value: step }));
  const curve = withLoss(points.slice(0, 300), points.slice(300));
  expect(curve.length).toBeLessThanOrEqual(200);
  expect([curve[0]?.step, curve.at(-1)?.step]).toEqual([0, 999]);
});

describe('stallOf', () => {
  const MINUTE = 60_000;

  it('is null until nothing has moved for 15 minutes, or ten times the time of a step', () => {
    expect(stallOf(run(), 14 * MINUTE)).toBeNull();
    expect(stallOf(run(), 15 * MINUTE)).toMatchObject({ since: THEN });
    const slow = run({ seconds_per_step: 180 });
    expect(stallOf(slow, 29 * MINUTE)).toBeNull();
    expect(stallOf(slow, 30 * MINUTE)).not.toBeNull();
    expect(stallOf(run({ finished_at: NOW }), 60 * MINUTE)).toBeNull();
  });

  it.each([
    [{ toolkit_error: 'It is away.' }, /can't be asked: It is away/, 'GET'],
    [{ status: 'queued' }, /uses the GPU/, 'POST'],
    [{ status: 'starting' }, /worker has crashed/, 'POST'],
    [{ phase: 'downloading' }, /being downloaded/, 'GET'],
    [{}, /hung or was killed/, 'POST'],
    [{ status: 'stopping' }, /has not ended the trainer/, 'DELETE'],
    [{ status: 'stopping', toolkit_error: 'It is away.' }, /can't be asked/, 'DELETE'],
  ] as const)('names the cause of %p, and the call to make', (fields, cause, method) => {
    const end = { GET: '', POST: '/stop', DELETE: '?force=true' }[method];
    const path = `/api/lora-training/jobs/mara_v1${end}`;
    expect(stallOf(run(fields), 20 * MINUTE)).toEqual({
      since: THEN,
      cause: expect.stringMatching(cause),
      call: `${method} ${path}`,
    });
  });

  it.each([
    [true, '/srv/ai-toolkit/aitk_db.db'],
    [false, 'aitk_db.db'],
  ])('shows the paths of the toolkit to admins only: %s', (isAdmin, file) => {
    const toolkit_error = 'database /srv/ai-toolkit/aitk_db.db is locked';
    const situation = { idleMs: 20 * MINUTE, ownerName: null };
    const { stalled } = toRunSummary({ isAdmin }, run({ toolkit_error, error: null }), situation);
    expect(stalled?.cause).toBe(`The training toolkit can't be asked: database ${file} is locked`);
  });
});
