import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { TrainingRunsRepository } from '../../src/modules/lora-training/runs/training-runs.repository';
import { JOBS, START, TestTraining, type Trainer } from '../support/toolkit/test-training';

describe('starts of training runs', () => {
  let training: TestTraining;
  let owner: Trainer;

  beforeAll(async () => {
    training = await TestTraining.start();
  });
  beforeEach(async () => {
    owner = await training.newTrainer();
  });
  afterEach(() => training.toolkit.faults.clear());
  afterAll(() => training.close());

  const stop = ({ job_name }: { job_name: string }) => owner.post(`${JOBS}/${job_name}/stop`);
  const send = (body: { job_name: string; steps?: number }) =>
    owner.send('POST', START, { body, headers: { 'Idempotency-Key': `key of ${body.job_name}` } });

  it.each([
    ['is away', 'GET /api/auth', 'busy'],
    ['refuses the job', 'POST /api/jobs', { status: 500, body: { error: 'no' } }],
  ] as const)('that do nothing because the toolkit %s free their key', async (_, call, fault) => {
    const body = training.bodyOf(owner);
    training.toolkit.faults.set(call, fault);
    expect((await send(body)).body).toMatchObject({ ok: false, code: 'toolkit_unavailable' });
    training.toolkit.faults.clear();
    expect((await send({ ...body, steps: 200 })).body).toMatchObject({
      ok: true,
      status: 'queued',
    });
    expect(training.toolkit.db.jobs.filter(({ name }) => name === body.job_name)).toHaveLength(1);
    await stop(body);
  });

  it('whose name the toolkit already uses answer 409, and leave the key and the name free', async () => {
    const body = training.bodyOf(owner);
    const { job_name } = body;
    training.toolkit.db.create({ name: job_name, gpu_ids: '0', job_config: {} }, '');
    expect(await send(body)).toMatchObject({ status: 409, body: { code: 'id_taken' } });
    expect((await owner.get(`${JOBS}/${job_name}`)).status).toBe(404);
    expect(existsSync(training.inRoot('configs', `${job_name}.json`))).toBe(false);
    training.toolkit.db.remove(training.toolkit.db.named(job_name));
    expect((await send(body)).body).toMatchObject({ ok: true });
    await stop(body);
  });

  it('succeed however large the jobs of the toolkit are together', async () => {
    const job_config = { sample: 'x'.repeat(34 * 1024 * 1024) };
    training.toolkit.db.create({ name: 'large', gpu_ids: '0', job_config }, '');
    const { status, body } = await owner.post(START, training.bodyOf(owner));
    training.toolkit.db.remove(training.toolkit.db.named('large'));
    expect([status, body]).toMatchObject([200, { ok: true, status: 'queued' }]);
    await stop(body as { job_name: string });
  });

  it('are planned with the faults that only the toolkit and other runs tell', async () => {
    const plan = async () =>
      (await owner.post('/api/lora-training/plan', training.bodyOf(owner))).body;
    const list = 'POST /api/datasets/listImages';
    training.toolkit.faults.set(list, { status: 200, body: { images: [] } });
    expect(await plan()).toMatchObject({ ok: false, faults: [{ code: 'dataset_not_shared' }] });
    training.toolkit.faults.clear();
    expect(await plan()).toMatchObject({ ok: true });
    const runs = [await training.run(owner), await training.run(owner)];
    expect(await plan()).toMatchObject({ ok: false, faults: [{ code: 'training_cap' }] });
    for (const run of runs) await stop(run);
  });

  it('with an unknown template are answered with the templates that can be used', async () => {
    mkdirSync(training.inRoot('templates'), { recursive: true });
    const mine = 'arch: sd15\nmodel_name_or_path: owner/sd15\n';
    writeFileSync(training.inRoot('templates', 'mine.yaml'), mine);
    writeFileSync(training.inRoot('templates', 'broken.yaml'), `${mine}sets: { steps: 1 }\n`);
    const { status, body } = await owner.post(START, training.bodyOf(owner, { base_config: 'no' }));
    const [error] = body['detail'] as [{ msg: string }];
    expect([status, error.msg]).toEqual([422, expect.stringMatching(/: flux1.*, mine, /)]);
    expect(error.msg).not.toContain('broken');
  });

  it('that failed are deleted without a newer run of the same name', async () => {
    const rows = training.kinora.app.get(TrainingRunsRepository);
    const { job_name } = await training.run(owner);
    const run = await rows.find(job_name);
    expect(await rows.delete({ ...run!, marker: 'of an earlier run' })).toBe(false);
    expect(await rows.find(job_name)).toEqual(run);
    await stop(run!);
  });
});
