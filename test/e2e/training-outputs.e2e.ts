import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { ToolkitGateway } from '../../src/modules/lora-training/toolkit/toolkit.gateway';
import type { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { connectMcp } from '../support/mcp/clients';
import { RunFilesStore } from '../../src/modules/lora-training/runs/run-files.store';
import {
  DATASETS,
  JOBS,
  START,
  type TestRun,
  TestTraining,
} from '../support/toolkit/test-training';
import { writeCheckpoint } from '../../src/simulator/public/toolkit/toolkit-files';

describe('training runs', () => {
  let training: TestTraining;
  let ben: TestCaller;

  beforeAll(async () => {
    training = await TestTraining.start();
    ben = await training.kinora.agent('ben');
  });
  afterEach(() => training.toolkit.faults.clear());
  afterAll(() => training.close());

  it('keep the config that was sent, even if the process ended before it was written', async () => {
    const owner = await training.newTrainer();
    const files = training.kinora.app.get(RunFilesStore);
    const writing = jest.spyOn(files, 'writeConfig').mockResolvedValueOnce();
    const { body } = await owner.post(START, training.bodyOf(owner));
    const run = body as unknown as TestRun;
    expect(writing).toHaveBeenCalledTimes(2);
    writing.mockRestore();
    const sent = training.toolkit.db.jobs.find(({ name }) => name === run.job_name);
    const written = readFileSync(training.inRoot('configs', `${run.job_name}.json`), 'utf8');
    expect(JSON.parse(written)).toEqual(JSON.parse(String(sent?.job_config)));
    // As a start and a look-up at the same time do.
    const config = JSON.parse(written) as Parameters<RunFilesStore['writeConfig']>[0]['config'];
    const config_path = `configs/${run.job_name}.json`;
    await Promise.all([1, 2, 3].map(() => files.writeConfig({ config, config_path })));
    await owner.post(`${JOBS}/${run.job_name}/stop`);
  });

  it('are polled with 304 while nothing has changed', async () => {
    const owner = await training.newTrainer();
    const run = await training.completed(owner);
    const route = `${JOBS}/${run.job_name}`;
    const etag = String((await owner.get(route)).headers.get('etag'));
    expect((await owner.get(route, { 'If-None-Match': etag })).status).toBe(304);
  });

  it('are answered once they have ended when a request waits for them, over MCP too', async () => {
    const owner = await training.newTrainer();
    const run = await training.run(owner);
    const route = `${JOBS}/${run.job_name}`;
    expect((await owner.get(`${route}?wait=0`)).body['status']).toBe('queued');
    const mcp = await connectMcp('2026', training.kinora.url);
    const follow = (wait_seconds: number) =>
      mcp.call('get_jobs', { job_name: run.job_name, wait_seconds });
    expect((await follow(0)).body).toMatchObject({
      status: 'queued',
      next: { tool: 'get_jobs', arguments: { job_name: run.job_name, wait_seconds: 25 } },
    });
    const waiting = [owner.get(`${route}?wait=60`), follow(25)];
    training.toolkit.tick(10);
    const [answer, overMcp] = await Promise.all(waiting);
    expect(answer).toMatchObject({ status: 200, body: { status: 'completed', step: 100 } });
    expect(overMcp!.body).toMatchObject({ job_name: run.job_name, status: 'completed', step: 100 });
    expect(overMcp!.body).not.toHaveProperty('next');
    await mcp.close();
    expect(await owner.get(`${JOBS}/none?wait=60`)).toMatchObject({ status: 404 });
    expect(await ben.get(`${route}?wait=60`)).toMatchObject({ status: 404 });
  });

  it('have an event when they fail before the toolkit has them', async () => {
    const owner = await training.newTrainer();
    const { db, faults } = training.toolkit;
    const creating = jest.spyOn(db, 'create').mockReturnValue(null);
    faults.set('POST /api/jobs', 'reset');
    const { body: latest } = await owner.get('/api/events?since=latest');
    const { body: started } = await owner.post(START, training.bodyOf(owner));
    expect(started['ok']).toBe(true);
    const job_name = String(started['job_name']);
    // Only now, because a poll that came before the answer would have refused the start.
    faults.clear();
    const since = encodeURIComponent(String(latest['next_since']));
    await eventually(async () => {
      const { body } = await owner.get(`/api/events?since=${since}&events=run`);
      const reported = (body['items'] as { data: TestRun }[]).map(({ data }) => data);
      return reported.some((run) => run.job_name === job_name && run.status === 'failed');
    });
    creating.mockRestore();
    expect((await owner.get(`${JOBS}/${job_name}?wait=60`)).body).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('name'),
    });
  });

  it('list their checkpoints, samples and log, without incomplete files', async () => {
    const owner = await training.newTrainer();
    const run = await training.run(owner, {
      steps: 300,
      sample_prompts: ['a fox', '[trigger] at sea'],
    });
    const { job_name } = run;
    training.toolkit.tick(10);
    await training.reached(owner, run, 'completed');
    const folder = `output/${job_name}`;
    writeCheckpoint(training.inRoot(folder, `${job_name}_000000299.safetensors`), 299, 1);
    writeCheckpoint(training.inRoot(folder, `${job_name}_000000100_high_noise.safetensors`), 100);
    writeCheckpoint(training.inRoot(folder, `${job_name}_000000100_low_noise.safetensors`), 100);
    writeCheckpoint(training.inRoot(folder, `${job_name}_000000200_high_noise.safetensors`), 200);
    writeCheckpoint(training.inRoot(folder, `${job_name}2_000000200.safetensors`), 200);
    const kept = `checkpoints/${job_name}`;
    const checkpoints = '/api/lora-training/checkpoints';
    const { body } = await owner.get(`${checkpoints}?job_name=${job_name}`);
    const entry = (step: number, place: string, ...files: string[]) => ({
      name: files[0],
      step,
      path: `${place}/${files[0]}`,
      size_bytes: expect.any(Number),
      modified_at: expect.any(String),
      job_name,
      files,
    });
    expect(body).toEqual({
      ok: true,
      job_name,
      checkpoints: [
        entry(300, kept, `${job_name}.safetensors`),
        entry(250, kept, `${job_name}_000000250.safetensors`),
        entry(
          100,
          folder,
          `${job_name}_000000100_high_noise.safetensors`,
          `${job_name}_000000100_low_noise.safetensors`,
        ),
      ],
      count: 3,
      updated_at: expect.any(String),
    });
    expect((await owner.get(checkpoints)).body).toMatchObject({ job_name: '', count: 3 });
    expect((await ben.get(checkpoints)).body).toMatchObject({ checkpoints: [], count: 0 });

    const samples = await owner.get<{ items: { name: string; step: number; prompt: string }[] }>(
      `${JOBS}/${job_name}/samples`,
    );
    expect(samples.body.items.slice(0, 3).map(({ step, prompt }) => [step, prompt])).toEqual([
      [0, 'fox_tok, a fox'],
      [0, 'fox_tok at sea'],
      [50, 'fox_tok, a fox'],
    ]);

    const fileOf = (kind: string, name: string, headers: Record<string, string> = {}) =>
      fetch(`${training.kinora.url}${JOBS}/${job_name}/${kind}/${name}/file`, {
        headers: { ...owner.headers, ...headers },
      });
    const weights = readFileSync(training.inRoot(kept, `${job_name}.safetensors`));
    const download = await fileOf('checkpoints', `${job_name}.safetensors`);
    expect(download.headers.get('Content-Disposition')).toContain('attachment');
    expect(Buffer.from(await download.arrayBuffer())).toEqual(weights);
    const rest = await fileOf('checkpoints', `${job_name}.safetensors`, { Range: 'bytes=8-' });
    expect([rest.status, Buffer.from(await rest.arrayBuffer())]).toEqual([
      206,
      weights.subarray(8),
    ]);
    for (const name of ['optimizer.pt', `${job_name}_000000299.safetensors`, '..%2F..%2Fconfig'])
      expect((await fileOf('checkpoints', name)).status).toBe(404);
    const picture0 = await fileOf('samples', samples.body.items[0]!.name);
    expect(picture0.headers.get('Content-Type')).toBe('image/jpeg');
    expect(await picture0.text()).toBe('sample 0 0');
    expect((await fileOf('samples', 'log.txt')).status).toBe(404);

    const log = (query = '') => owner.get(`${JOBS}/${job_name}/log${query}`);
    expect((await log()).body).toEqual({ log: '', offset: 0, reset: true });
    writeFileSync(
      training.inRoot(folder, 'log.txt'),
      'loading /srv/models/x\n 10%|#\r unfinished é',
    );
    const first = (await log()).body;
    expect(first).toEqual({
      log: expect.stringMatching(/^loading .*\n 10%\|#\r$/),
      offset: 29,
      reset: true,
    });
    expect(first['log']).not.toContain('/srv');
    appendFileSync(training.inRoot(folder, 'log.txt'), ' line\n');
    expect((await log('?offset=29')).body).toEqual({
      log: ' unfinished é line\n',
      offset: 49,
      reset: false,
    });
    expect((await log('?offset=9999')).body).toMatchObject({ reset: true });
  });

  describe('when they are continued', () => {
    const path = (run: TestRun, verb: string) => `${JOBS}/${run.job_name}/${verb}`;
    const steps = async (caller: TestCaller, run: TestRun): Promise<number[]> => {
      const list = `/api/lora-training/checkpoints?job_name=${run.job_name}`;
      const { body } = await caller.get<{ checkpoints: { step: number }[] }>(list);
      return body.checkpoints.map(({ step }) => step);
    };

    it('train on from their last checkpoint, which stays', async () => {
      const owner = await training.newTrainer();
      const run = await training.completed(owner, { steps: 300 });
      const before = readFileSync(training.inRoot(lastOf(run)));
      expect((await owner.post(path(run, 'continue'), { steps: 600 })).body).toMatchObject({
        status: 'queued',
        step: 300,
        steps: 600,
        error: null,
        finished_at: null,
      });
      expect(JSON.parse(training.jobOf(run).job_config)).toEqual(
        JSON.parse(readFileSync(training.inRoot('configs', `${run.job_name}.json`), 'utf8')),
      );
      training.toolkit.tick(12);
      expect(await training.reached(owner, run, 'completed')).toMatchObject({ step: 600 });
      expect(await steps(owner, run)).toEqual([600, 500, 300, 250]);
      const kept = `checkpoints/${run.job_name}/${run.job_name}_000000300.safetensors`;
      expect(readFileSync(training.inRoot(kept))).toEqual(before);
    });

    it('fail with resume_lost and restored checkpoints when the trainer begins again', async () => {
      const owner = await training.newTrainer();
      const run = await training.completed(owner, { steps: 300 });
      training.toolkit.trainer.losesSaves = true;
      await owner.post(path(run, 'continue'), { steps: 600 });
      training.toolkit.tick(5);
      const overwritten = `output/${run.job_name}/${run.job_name}_000000250.safetensors`;
      writeCheckpoint(training.inRoot(overwritten), 250, 3);
      const failed = await training.reached(owner, run, 'failed');
      expect(failed).toMatchObject({ step: 300, error: expect.stringMatching(/^resume_lost: /) });
      expect(training.jobOf(run).status).toBe('stopped');
      expect(await steps(owner, run)).toEqual([300, 250]);
      expect(readFileSync(training.inRoot(overwritten))).toHaveLength(
        readFileSync(training.inRoot(lastOf(run))).length,
      );
      training.toolkit.trainer.losesSaves = false;
    });

    it('fail with resume_lost, too, when they are stopped as the trainer begins again', async () => {
      const owner = await training.newTrainer();
      const run = await training.completed(owner, { steps: 300 });
      training.toolkit.trainer.losesSaves = true;
      const gateway = training.kinora.app.get(ToolkitGateway, { strict: false });
      const job = gateway.job.bind(gateway);
      let stop: Promise<unknown> | undefined;
      const lookUps = jest.spyOn(gateway, 'job').mockImplementation(async (id) => {
        const now = await job(id);
        if (now?.status !== 'running' || now.step === 0 || stop) return now;
        stop = owner.post(path(run, 'stop'));
        await training.reached(owner, run, 'stopping');
        return now;
      });
      await owner.post(path(run, 'continue'), { steps: 600 });
      training.toolkit.tick(5);
      const failed = await training.reached(owner, run, 'failed');
      await stop;
      expect(failed).toMatchObject({ step: 300, error: expect.stringMatching(/^resume_lost: /) });
      expect(await steps(owner, run)).toEqual([300, 250]);
      lookUps.mockRestore();
      training.toolkit.trainer.losesSaves = false;
    });

    it('are refused while they run or stop, without a checkpoint, and below its step', async () => {
      const owner = await training.newTrainer();
      const run = await training.run(owner, { steps: 1000 });
      const go = (total: number) => owner.post(path(run, 'continue'), { steps: total });
      expect(await go(2000)).toMatchObject({
        status: 409,
        body: { code: 'training_run_unfinished' },
      });
      await owner.post(path(run, 'stop'));
      const stopping = await go(2000);
      expect(stopping).toMatchObject({ status: 409, body: { code: 'run_stopping' } });
      expect(Number(stopping.headers.get('Retry-After'))).toBeGreaterThan(0);

      const done = await training.completed(owner);
      expect(await owner.post(path(done, 'continue'), { steps: 100 })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'steps'], type: 'value_error' }] },
      });
      training.toolkit.db.remove(training.jobOf(done));
      expect(await owner.post(path(done, 'continue'), { steps: 200 })).toMatchObject({
        status: 409,
        body: { code: 'nothing_to_continue' },
      });
    });

    it('are not trained on a dataset that another caller has made with the id of theirs', async () => {
      const owner = await training.newTrainer();
      const run = await training.completed(owner);
      await owner.delete(`${DATASETS}/${owner.dataset}`);
      const other = await training.newTrainer();
      await other.post(DATASETS, { id: owner.dataset, name: 'Badgers' });
      await other.post(`${DATASETS}/${owner.dataset}/items`, { paths: [other.picture] });
      expect(await owner.post(path(run, 'continue'), { steps: 200 })).toMatchObject({
        status: 404,
        body: { code: 'dataset_not_found' },
      });
      expect((await other.get(`${DATASETS}/${owner.dataset}`)).body['frozen_by']).toBeNull();
    });

    it('go on after a restart between the steps of their start', async () => {
      const owner = await training.newTrainer();
      const run = await training.completed(owner);
      training.toolkit.faults.set('POST /api/jobs', 'busy');
      const { body } = await owner.post(path(run, 'continue'), { steps: 200 });
      expect(body['status']).toBe('starting');
      await training.restart();
      training.toolkit.faults.clear();
      await training.reached(owner, run, 'queued');
      training.toolkit.tick(8);
      expect(await training.reached(owner, run, 'completed')).toMatchObject({ step: 200 });
    });
  });

  it('make samples and save at once when they are asked to', async () => {
    const owner = await training.newTrainer();
    const run = await training.run(owner, { steps: 1000, sample_every: 900 });
    const ask = (what: string) => owner.post(`${JOBS}/${run.job_name}/${what}`);
    expect(await ask('save')).toMatchObject({ status: 409, body: { code: 'training_run_idle' } });
    training.toolkit.tick(5);
    await training.reached(owner, run, 'running');
    expect([(await ask('save')).status, (await ask('sample')).status]).toEqual([200, 200]);
    training.toolkit.tick();
    const { step } = training.jobOf(run);
    const checkpoints = `/api/lora-training/checkpoints?job_name=${run.job_name}`;
    expect((await owner.get(checkpoints)).body).toMatchObject({ checkpoints: [{ step }] });
    const { body } = await owner.get<{ items: { step: number }[] }>(
      `${JOBS}/${run.job_name}/samples`,
    );
    expect(body.items.map((sample) => sample.step)).toContain(step);
    training.toolkit.faults.set('*', 'busy');
    expect(await ask('save')).toMatchObject({ status: 503, body: { code: 'toolkit_unavailable' } });
    training.toolkit.faults.clear();
    await ask('stop');
  });

  it('can be deleted while they are being stopped, when their toolkit is gone for good', async () => {
    const owner = await training.newTrainer();
    const run = await training.running(owner, { steps: 10_000 });
    const [path, dataset] = [`${JOBS}/${run.job_name}`, `${DATASETS}/${owner.dataset}`];
    expect((await owner.delete(`${path}?force=true`)).body['hint']).toBe(`POST ${path}/stop`);
    training.kinora.configure({ training: { root: 'training', lora_dir: 'loras' } });
    expect(await owner.post(`${path}/stop`)).toMatchObject({
      status: 200,
      body: { status: 'stopping' },
    });
    expect(await owner.delete(path)).toMatchObject({
      status: 409,
      body: { code: 'training_run_unfinished', hint: `DELETE ${path}?force=true` },
    });
    expect((await owner.delete(`${path}?force=true`)).status).toBe(200);
    expect((await owner.get(dataset)).body['frozen_by']).toBeNull();
    renameSync(training.inRoot(), training.inRoot('..', 'away'));
    expect(await owner.delete(dataset)).toMatchObject({
      status: 503,
      body: { code: 'training_root_missing' },
    });
    renameSync(training.inRoot('..', 'away'), training.inRoot());
    expect((await owner.delete(dataset)).status).toBe(200);
    training.kinora.configure({ training: training.settings });
  });

  it('of an admin freeze the dataset of somebody who cannot stop them', async () => {
    const owner = await training.newTrainer();
    const admin = await training.kinora.agent('trainer-of-all', { is_admin: true });
    const { body } = await admin.post(START, training.bodyOf(owner));
    const refused = await owner.delete(`${DATASETS}/${owner.dataset}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'dataset_frozen' } });
    expect(JSON.stringify(refused.body)).not.toContain(body['job_name']);
    const frozenBy = async (caller: TestCaller) =>
      (await caller.get(`${DATASETS}/${owner.dataset}`)).body['frozen_by'];
    expect([await frozenBy(owner), await frozenBy(admin)]).toEqual(['', body['job_name']]);
    await admin.post(`${JOBS}/${String(body['job_name'])}/stop`);
  });
});

const lastOf = ({ job_name }: TestRun): string => `output/${job_name}/${job_name}.safetensors`;
