import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ImageTool } from '../../src/platform/imaging/image-tool';
import type { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { newFolder, type TestConfig, TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { FakeToolkit } from '../../src/simulator/public/toolkit/fake-toolkit';
import { writeCheckpoint } from '../../src/simulator/public/toolkit/toolkit-files';

const WORKFLOW = 'z-image-turbo-t2i';
const TINY = { width: 64, height: 64, steps: 1 };

describe('checkpoints of training runs', () => {
  let kinora: TestKinora;
  let config: TestConfig;
  let toolkit: FakeToolkit;
  let ann: TestCaller;
  let ben: TestCaller;
  let n = 0;

  beforeAll(async () => {
    const folder = newFolder();
    toolkit = await FakeToolkit.start(join(folder, 'training'));
    mkdirSync(join(folder, 'data/simulator/gpu/models/loras'), { recursive: true });
    config = {
      providers: [{ id: 'gpu', kind: 'simulator', step_ms: 0 }],
      training: {
        root: 'training',
        base_url: toolkit.url,
        poll_interval_ms: 50,
        lora_dir: 'data/simulator/gpu/models/loras',
      },
    };
    kinora = await TestKinora.start(config, folder);
    ann = await kinora.agent('ann');
    ben = await kinora.agent('ben');
    await ann.post('/api/lora-training/datasets', { id: 'set', name: 'Foxes' });
    const picture = (await ann.upload('fox.png', await uniquePng())).body.path;
    await ann.post('/api/lora-training/datasets/set/items', { paths: [picture] });
  });
  afterAll(async () => {
    await kinora.close();
    await toolkit.stop();
  });

  const loras = (...path: string[]): string =>
    join(kinora.folder, 'data/simulator/gpu/models/loras', ...path);
  const outputs = (...path: string[]): string => join(kinora.folder, 'training/output', ...path);
  const route = (job: string, end: string): string => `/api/lora-training/jobs/${job}/${end}`;
  const publish = (job: string, file: string, body = {}, caller = ann) =>
    caller.post(route(job, `checkpoints/${file}/publish`), body);

  /** Writes a pair of checkpoint files of a run. @returns their names */
  const pairOf = (job: string): readonly [high: string, low: string] => {
    const [high, low] = ['high', 'low'].map((expert) => {
      const name = `${job}_000000100_${expert}_noise.safetensors`;
      writeCheckpoint(outputs(job, name), 100);
      return name;
    });
    return [high!, low!];
  };

  /** Trains a run to its end, with checkpoints at step 250 and at the last one. @returns its name */
  const trained = async (trigger_word = 'fox_tok'): Promise<string> => {
    const job = `fox${(n += 1)}`;
    const body = { job_name: job, trigger_word, dataset: 'set', steps: 300 };
    expect((await ann.post('/api/lora-training/start', body)).body['ok']).toBe(true);
    toolkit.tick(11);
    await eventually(async () => {
      const { body: run } = await ann.get(`/api/lora-training/jobs/${job}`);
      return run['status'] === 'completed';
    });
    return job;
  };

  /** The LoRAs of a picture that Ann makes. */
  const lorasOf = async (fields: object): Promise<unknown> => {
    const sent = { workflow: WORKFLOW, provider: 'gpu', prompt: 'at sea', ...TINY, ...fields };
    const { body } = await ann.post('/api/image/generate', sent);
    const picture = await eventually(async () => {
      const { body: now } = await ann.get(`/api/jobs/${String(body['prompt_id'])}`);
      return now['status'] === 'completed' && now;
    });
    return picture['loras'];
  };

  it('are published under a name of their owner, which the nodes list at once', async () => {
    const job = await trained();
    const file = `${job}_000000250.safetensors`;
    await ann.get('/api/loras');
    const { status, body } = await publish(job, file);
    const name = `ann/${job}_250.safetensors`;
    expect([status, body]).toEqual([
      201,
      {
        ok: true,
        name,
        files: [name],
        job_name: job,
        checkpoint: file,
        step: 250,
        size_bytes: expect.any(Number),
        base_model: 'Z-Image',
        visibility: 'install',
        on: ['gpu'],
        not_on: [],
        warnings: [],
        published_at: expect.any(String),
      },
    ]);
    expect(readFileSync(loras(name))).toEqual(readFileSync(outputs(job, file)));
    const listed = await ben.get<{ items: { name: string }[] }>(`/api/loras?q=${job}`);
    const made = { base_model: 'zimage', triggers: ['fox_tok'] };
    expect(listed.body.items).toMatchObject([{ name, on: ['gpu'], ...made }]);
    // The trainer may write into its file again.
    writeFileSync(outputs(job, file), 'x');
    expect(readFileSync(loras(name)).length).toBeGreaterThan(1);
  });

  it('get a new record when they are published again because their file is gone', async () => {
    const job = await trained();
    const file = `${job}_000000250.safetensors`;
    const first = await publish(job, file);
    rmSync(loras(String(first.body['name'])));
    const again = await publish(job, file);
    expect(again.status).toBe(201);
    const listed = await ann.get<{ items: object[] }>(`/api/lora-training/loras?job_name=${job}`);
    // A file that was changed after this time is one that somebody has replaced, and is never removed.
    expect(listed.body.items).toMatchObject([{ published_at: again.body['published_at'] }]);
  });

  it('are never published over another LoRA', async () => {
    const job = await trained();
    const file = `${job}.safetensors`;
    const taken = { status: 409, body: { code: 'lora_name_taken' } };
    const answers = await Promise.all([1, 2, 3].map(() => publish(job, file, { name: 'soft' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await publish(job, `${job}_000000250.safetensors`, { name: 'soft' })).toMatchObject(
      taken,
    );
    writeFileSync(loras('ann/foreign.safetensors'), 'foreign');
    expect(await publish(job, file, { name: 'foreign' })).toMatchObject(taken);
    expect(readFileSync(loras('ann/foreign.safetensors'), 'utf8')).toBe('foreign');
    writeFileSync(loras(`ann/${job}_250.safetensors`), 'foreign');
    const checkpoint = `${job}_000000250.safetensors`;
    const sent = { workflow: WORKFLOW, provider: 'gpu', checkpoint };
    expect(await ann.post(route(job, 'verify'), sent)).toMatchObject({
      status: 409,
      body: { code: 'lora_name_taken', hint: expect.stringMatching(/250.*publish {"name": …}$/) },
    });
    // Somebody has removed the file from the folder.
    rmSync(loras('ann/soft.safetensors'));
    expect((await publish(job, file, { name: 'soft' })).status).toBe(201);
    expect(readdirSync(loras('ann')).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('are published under at most ten names each, also by simultaneous requests', async () => {
    const job = await trained();
    const names = Array.from({ length: 12 }, (_, n) => `${job}-${n}`);
    const answers = await Promise.all(
      names.map((name) => publish(job, `${job}.safetensors`, { name })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toMatchObject(Array(2).fill({ status: 409, body: { code: 'lora_name_cap' } }));
  });

  it('are published in pairs or not at all', async () => {
    const job = await trained();
    const [high] = pairOf(job);
    writeFileSync(loras(`ann/${job}_100_low_noise.safetensors`), 'foreign');
    expect((await publish(job, high)).status).toBe(409);
    expect(existsSync(loras(`ann/${job}_100_high_noise.safetensors`))).toBe(false);
    const { body } = await publish(job, high, { name: 'pair' });
    expect(body).toMatchObject({
      files: ['ann/pair_high_noise.safetensors', 'ann/pair_low_noise.safetensors'],
      on: ['gpu'],
    });
  });

  it('are refused for a workflow of another base model, and when they do not exist', async () => {
    const job = await trained();
    const file = `${job}.safetensors`;
    expect(await publish(job, file, { workflow: 'sdxl-t2i' })).toMatchObject({
      status: 409,
      body: { code: 'lora_misfit', detail: expect.stringMatching(/Z-Image.*SDXL/) },
    });
    expect(existsSync(loras(`ann/${job}_300.safetensors`))).toBe(false);
    const absent = { status: 404, body: { code: 'checkpoint_missing' } };
    expect(await publish(job, 'other.safetensors')).toMatchObject(absent);
    expect(await publish(job, '..%2F..%2Fconfig.json')).toMatchObject(absent);
    expect(await publish(job, file, {}, ben)).toMatchObject({
      status: 404,
      body: { code: 'training_run_not_found' },
    });
    expect((await publish(job, file, { name: '../x' })).status).toBe(422);
  });

  it('are rendered side by side as a batch with its contact sheet', async () => {
    const job = await trained();
    const body = {
      workflow: WORKFLOW,
      strengths: [0.5, 1],
      prompts: ['at sea'],
      params: TINY,
    };
    const send = () =>
      ann.send<Record<string, unknown>>('POST', route(job, 'grid'), {
        body,
        headers: { 'Idempotency-Key': job },
      });
    const grid = await send();
    expect([grid.status, grid.body]).toMatchObject([
      201,
      { total: 4, loras: [`ann/${job}_300.safetensors`, `ann/${job}_250.safetensors`] },
    ]);
    expect((await send()).body).toEqual(grid.body);
    const batch = `/api/batches/${String(grid.body['batch_id'])}`;
    const done = await eventually(async () => {
      const { body: now } = await ann.get(batch);
      return now['status'] !== 'running' && now;
    });
    expect(done).toMatchObject({ status: 'completed', counts: { completed: 4 } });
    const { body: children } = await ann.get<{ items: { values: object }[] }>(`${batch}/children`);
    expect(children.items[1]?.values).toEqual({
      prompt: 'fox_tok, at sea',
      seed: 42,
      lora_checkpoint: `ann/${job}_300.safetensors`,
      lora_strength: 1,
    });
    expect((await ann.get(String(grid.body['contact_sheet']))).status).toBe(200);
  });

  it('are published for a grid or a verification only if that is not refused', async () => {
    const job = await trained();
    const refused = { status: 422, body: { detail: [{ loc: ['body', 'params', 'steps'] }] } };
    const body = { workflow: WORKFLOW, provider: 'gpu', params: { steps: 0 } };
    expect(await ann.post(route(job, 'grid'), body)).toMatchObject(refused);
    expect(await ann.post(route(job, 'verify'), body)).toMatchObject(refused);
    const detail = ['seed', 'lora_strength'].map((name) => ({ loc: ['body', 'params', name] }));
    for (const kind of ['grid', 'verify'])
      expect(
        await ann.post(route(job, kind), { ...body, params: { seed: 7, lora_strength: 1 } }),
      ).toMatchObject({
        status: 422,
        body: { detail },
      });
    const many = { strengths: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], seeds: [1, 2, 3, 4, 5, 6, 7, 8] };
    const prompts = Array.from({ length: 20 }, (_, n) => `at sea ${n}`);
    expect(
      await ann.post(route(job, 'grid'), { workflow: WORKFLOW, ...many, prompts }),
    ).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body'], msg: expect.stringMatching(/strengths.*3200 renders/) }] },
    });
    expect(readdirSync(loras('ann')).filter((name) => name.startsWith(job))).toEqual([]);
  });

  it('are verified on a node by the pixels of two renders', async () => {
    const job = await trained();
    const verify = async (strength: number): Promise<Record<string, unknown>> => {
      const body = { workflow: WORKFLOW, provider: 'gpu', strength, params: TINY };
      const started = await ann.post(route(job, 'verify'), body);
      expect(started.status).toBe(201);
      return eventually(async () => {
        const { body: now } = await ann.get(route(job, `verify/${String(started.body['id'])}`));
        return now['status'] !== 'running' && now;
      });
    };
    const applied = await verify(1);
    expect(applied).toMatchObject({ status: 'applied', provider: 'gpu' });
    // A repeated look-up doesn't compare the pixels again.
    const decode = jest.spyOn(kinora.app.get(ImageTool), 'decode');
    expect((await ann.get(route(job, `verify/${String(applied['id'])}`))).body).toEqual(applied);
    expect(decode).not.toHaveBeenCalled();
    decode.mockRestore();
    // The simulator, as a node, ignores a LoRA of strength 0.
    expect(await verify(0)).toMatchObject({
      status: 'not_applied',
      message: expect.stringContaining('not applied on the node gpu'),
    });
    for (const node of [{}, { provider: 'auto' }])
      expect(await ann.post(route(job, 'verify'), { workflow: WORKFLOW, ...node })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'provider'], msg: expect.stringContaining('one node') }] },
      });
    expect(await ann.get(route(job, 'verify/none'))).toMatchObject({
      status: 404,
      body: { code: 'verification_not_found' },
    });
  });

  it('are bound to a character in one call, and its next picture uses them', async () => {
    const job = await trained();
    await ann.post('/api/characters', { id: 'fox', name: 'Fox', base_prompt: 'a red fox' });
    const bind = (fields: object, caller = ann) =>
      caller.post(route(job, 'bind'), { character: 'fox', workflow: WORKFLOW, ...fields });
    const early = `${job}_000000250.safetensors`;
    const first = await bind({ checkpoint: early, strength: 0.7 });
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        trigger: 'fox_tok',
        loras: [{ workflow: WORKFLOW, name: `ann/${job}_250.safetensors`, strength: 0.7 }],
        replaced: [],
        lora: { on: ['gpu'] },
      },
    ]);
    const second = await bind({});
    expect(second.body).toMatchObject({
      loras: [{ name: `ann/${job}_300.safetensors`, strength: 1, base_model: 'Z-Image' }],
      replaced: [`ann/${job}_250.safetensors`],
    });
    expect((await bind({ workflow: 'sdxl-t2i' })).status).toBe(409);
    expect(await bind({ character: 'nobody' })).toMatchObject({
      status: 404,
      body: {
        code: 'character_not_found',
        detail: expect.stringContaining('POST /api/characters'),
      },
    });
    expect((await bind({}, ben)).status).toBe(404);
    expect(await lorasOf({ character: 'fox' })).toEqual([`ann/${job}_300.safetensors`]);
    const other = await trained();
    const body = { character: 'fox', workflow: WORKFLOW };
    const together = await Promise.all([1, 2].map(() => ann.post(route(other, 'bind'), body)));
    expect(together.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('are found by lora_checkpoint: latest, those with the trigger of a character first', async () => {
    const job = await trained();
    await publish(job, `${job}.safetensors`);
    const later = await trained('ox_tok');
    await publish(later, `${later}_000000250.safetensors`);
    await ann.post('/api/characters', { id: 'cub', name: 'Cub', trigger: 'fox_tok' });
    const latest = { lora_checkpoint: 'latest' };
    expect(await lorasOf(latest)).toEqual([`ann/${later}_250.safetensors`]);
    expect(await lorasOf({ ...latest, character: 'cub' })).toEqual([`ann/${job}_300.safetensors`]);
    // Earlier steps don't become the latest by being published last.
    await publish(job, `${job}_000000250.safetensors`);
    expect(await lorasOf({ ...latest, character: 'cub' })).toEqual([`ann/${job}_300.safetensors`]);
    const body = { workflow: WORKFLOW, provider: 'gpu', prompt: 'at sea', ...latest };
    expect(await ben.post('/api/image/generate', body)).toMatchObject({
      status: 404,
      body: { code: 'checkpoint_not_found' },
    });
  });

  it('are not unpublished while a character has them, unless force is sent', async () => {
    const job = await trained('hen_tok');
    const run = `/api/lora-training/jobs/${job}`;
    const name = `ann/${job}_300.safetensors`;
    await ann.post('/api/characters', { id: 'hen', name: 'Hen' });
    await ann.post(`${run}/bind`, { character: 'hen', workflow: WORKFLOW });
    const listed = async (caller = ann) =>
      (await caller.get(`/api/lora-training/loras?job_name=${job}&with_total=true`)).body;
    expect(await listed()).toMatchObject({ items: [{ name, trigger_word: 'hen_tok' }], total: 1 });
    expect(await listed(ben)).toMatchObject({ items: [], total: 0 });
    const unpublish = (query: string, caller = ann) =>
      caller.delete(`/api/lora-training/loras/${encodeURIComponent(name)}${query}`);
    expect(await unpublish('', ben)).toMatchObject({
      status: 404,
      body: { code: 'published_lora_not_found' },
    });
    expect(await unpublish('')).toMatchObject({
      status: 409,
      body: { code: 'lora_in_use', characters: ['hen'], character_count: 1, job_name: null },
    });
    expect((await unpublish('?force=true')).body).toEqual({ ok: true, name, removed: [name] });
    expect(existsSync(loras(name))).toBe(false);
    expect((await ann.get(`/api/loras?q=${job}`)).body).toMatchObject({ items: [] });
    expect((await unpublish('')).status).toBe(404);
  });

  it('make waiting jobs fail with an error that names them, once they are unpublished', async () => {
    const job = await trained('gone_tok');
    const { body: published } = await publish(job, `${job}_000000250.safetensors`);
    const name = String(published['name']);
    // Jobs wait while the disk is full.
    kinora.configure({ ...config, limits: { min_free_bytes: 2 ** 50 } });
    const sent = { workflow: WORKFLOW, provider: 'gpu', prompt: 'at sea', ...TINY };
    const waiting = await ann.post('/api/image/generate', { ...sent, lora_checkpoint: name });
    expect(waiting.body).toMatchObject({ ok: true, status: 'queued' });
    const unpublished = await ann.delete(`/api/lora-training/loras/${encodeURIComponent(name)}`);
    expect(unpublished.body).toMatchObject({ removed: [name] });
    kinora.configure(config);
    const failed = await ann.finished(String(waiting.body['prompt_id']));
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'node_refused' } });
    expect(JSON.stringify(failed['error'])).toContain(name);
  });

  it('stay when their run is deleted, and files that somebody replaced stay, too', async () => {
    const job = await trained();
    const file = `${job}.safetensors`;
    const name = `ann/${job}_300.safetensors`;
    await publish(job, file);
    await ann.delete(`/api/lora-training/jobs/${job}`);
    expect(existsSync(loras(name))).toBe(true);
    const { body } = await ann.get<{ items: object[] }>('/api/lora-training/loras');
    expect(body.items[0]).toMatchObject({ name, job_name: '', checkpoint: '' });
    // Of the same size, as LoRAs for one model are.
    writeFileSync(loras(name), Buffer.alloc(statSync(loras(name)).size));
    const later = new Date(Date.now() + 3_600_000);
    utimesSync(loras(name), later, later);
    const answer = await ann.delete(`/api/lora-training/loras/${encodeURIComponent(name)}`);
    expect(answer.body).toEqual({ ok: true, name, removed: [] });
    expect(existsSync(loras(name))).toBe(true);
  });

  it('lose the other file of a pair when an interrupted removal is repeated', async () => {
    const job = await trained();
    const [high, low] = pairOf(job);
    await publish(job, high, { name: 'half' });
    const [highFile, lowFile] = [
      'ann/half_high_noise.safetensors',
      'ann/half_low_noise.safetensors',
    ];
    rmSync(loras(highFile));
    const answer = await ann.delete(`/api/lora-training/loras/${encodeURIComponent(highFile)}`);
    expect(answer.body).toMatchObject({ removed: [lowFile] });
    expect(existsSync(loras(lowFile))).toBe(false);
    expect(existsSync(outputs(job, low))).toBe(true);
  });
});
