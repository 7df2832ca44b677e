import { combinations, runAt, type RunsOfBatch } from './batch-runs';

const batch = (fields: Partial<RunsOfBatch>): RunsOfBatch => ({
  base: { workflow: 'w', prompt: 'a fox' },
  axes: [],
  mode: 'product',
  count: 1,
  seed: null,
  ...fields,
});
const bodies = (of: RunsOfBatch) =>
  Array.from({ length: combinations(of) * of.count }, (_, index) => runAt(of, index).body);

describe('the runs of a batch', () => {
  const axes = [
    { param: 'steps', values: [1, 2] },
    { param: 'workflow_params.node_3.cfg', values: [4, 5, 6] },
  ];

  it('are one without axes', () => {
    expect(bodies(batch({}))).toEqual([{ workflow: 'w', prompt: 'a fox' }]);
  });

  it('are every combination of a product, the last axis changing first', () => {
    const runs = Array.from({ length: 6 }, (_, index) => runAt(batch({ axes }), index));
    expect(combinations(batch({ axes }))).toBe(6);
    expect(runs.map(({ positions }) => positions.join())).toEqual([
      ...['0,0', '0,1', '0,2'],
      ...['1,0', '1,1', '1,2'],
    ]);
    expect(runs[4]).toMatchObject({
      values: { steps: 2, 'workflow_params.node_3.cfg': 5 },
      body: { workflow: 'w', steps: 2, workflow_params: { 'node_3.cfg': 5 } },
    });
  });

  it('take one value of each axis in a zip', () => {
    const [steps] = axes;
    const zipped = batch({ axes: [steps!, { param: 'prompt', values: ['a', 'b'] }], mode: 'zip' });
    expect(bodies(zipped)).toMatchObject([
      { steps: 1, prompt: 'a' },
      { steps: 2, prompt: 'b' },
    ]);
  });

  it('repeat each combination with the next seed, wherever the seed was sent', () => {
    const repeated = batch({ count: 2, axes: [{ param: 'seed', values: [7, 20] }] });
    expect(bodies(repeated).map(({ seed }) => seed)).toEqual([7, 8, 20, 21]);
    const nested = batch({ count: 2, base: { workflow_params: { seed: 5 } } });
    expect(bodies(nested)).toEqual([
      { workflow_params: { seed: 5 } },
      { workflow_params: { seed: 6 } },
    ]);
  });

  it('share the drawn seed, counted up for repeats only', () => {
    const drawn = batch({ count: 2, seed: 100, axes: [{ param: 'steps', values: [1, 2] }] });
    expect([0, 1, 2, 3].map((index) => runAt(drawn, index).seed)).toEqual([100, 101, 100, 101]);
    expect(bodies(drawn).some((body) => 'seed' in body)).toBe(false);
  });

  it('keep a key like __proto__ as a plain name', () => {
    const hostile = batch({ axes: [{ param: 'workflow_params.__proto__', values: [1] }] });
    const params = runAt(hostile, 0).body['workflow_params'] as object;
    expect(Object.getPrototypeOf(params)).toBe(Object.prototype);
    expect(Object.keys(params)).toEqual(['__proto__']);
  });
});
