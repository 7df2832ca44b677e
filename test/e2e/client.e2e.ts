import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Kinora, KinoraOptions, LiveEvent } from '@kinora/client' with {
  'resolution-mode': 'import',
};
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { FaultyProxy } from '../support/faulty-proxy';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';

const PACKAGE = resolve(__dirname, '../../packages/client');
/** Below the package, where Node finds it by its name. */
const SCRATCH = resolve(__dirname, '../../.kinora');
const SMALL = { workflow: 'sd15-t2i', provider: 'node', width: 64, height: 64, steps: 4 } as const;

describe('the TypeScript client', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;
  /** Between client and service: it loses answers and breaks connections. */
  let proxy: FaultyProxy;
  let createKinora: (options: KinoraOptions) => Kinora;
  let client: Kinora;

  beforeAll(async () => {
    ({ createKinora } = await import('@kinora/client'));
    node = await SimulatorNode.start({ stepMs: 0 });
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
      jobs: { poll_interval_ms: 50 },
    });
    await kinora.online('node');
    proxy = await FaultyProxy.before(kinora.url);
    client = createKinora({ url: `${proxy.url}/` });
  });
  afterAll(async () => {
    await proxy.stop();
    await kinora.close();
    await node.stop();
  });

  const jobsOf = async (words: string): Promise<number> => {
    const { items } = await client.get('/api/jobs', { params: { query: { q: words } } });
    return items.length;
  };

  it('is built from the document that the service serves', async () => {
    const document = await (await fetch(`${kinora.url}/openapi.json`)).text();
    const built = readFileSync(join(PACKAGE, 'dist', 'openapi.sha256'), 'utf8');
    expect(
      createHash('sha256')
        .update(JSON.stringify(JSON.parse(document)))
        .digest('hex'),
    ).toBe(built);
  });

  it('makes one picture although the answers are lost and cut', async () => {
    proxy.spoil('POST /api/image/generate', 'lost');
    proxy.spoil('GET /api/jobs', 'cut');
    const job = await client.generateAndWait('image', { ...SMALL, prompt: 'a lost answer' });
    expect(job).toMatchObject({ status: 'completed', outputs: [{ type: 'image', width: 64 }] });
    expect(proxy.count('POST /api/image/generate')).toBe(2);
    expect(await jobsOf('lost answer')).toBe(1);
  });

  it('never repeats a request that would run twice', async () => {
    proxy.spoil('POST /api/characters', 'lost');
    const body = { id: 'lost', name: 'Lost' };
    await expect(client.post('/api/characters', { body })).rejects.toMatchObject({
      name: 'ConnectionError',
    });
    expect(proxy.count('POST /api/characters')).toBe(1);
  });

  it('reports progress', async () => {
    node.faults.set({ steps_allowed: 2 });
    const fractions: number[] = [];
    const job = await client.generateAndWait(
      'image',
      { ...SMALL, prompt: 'step by step' },
      {
        onProgress: (fraction) => {
          fractions.push(fraction);
          node.faults.set({ steps_allowed: 1_000_000 });
        },
      },
    );
    expect(job.status).toBe('completed');
    expect(fractions[0]).toBeGreaterThan(0);
    expect(fractions[0]).toBeLessThan(1);
  });

  it('waits for its turn at the limit of a key', async () => {
    const { key } = await kinora.agent('one-at-a-time', { max_concurrent_jobs: 1 });
    const own = createKinora({ url: kinora.url, apiKey: key });
    const jobs = await Promise.all(
      ['one', 'two', 'three'].map((prompt) => own.generateAndWait('image', { ...SMALL, prompt })),
    );
    expect(jobs.map(({ status }) => status)).toEqual(Array(3).fill('completed'));
  });

  it('runs a batch', async () => {
    const seen: number[] = [];
    const base = { type: 'image', ...SMALL, prompt: 'a batch' };
    const batch = await client.runBatch(
      { base, axes: [{ param: 'steps', values: [2, 3, 4] }] },
      { onProgress: ({ fraction }) => seen.push(fraction) },
    );
    expect(batch).toMatchObject({ status: 'completed', counts: { completed: 3 } });
    expect(seen.at(-1)).toBe(1);
  });

  it('says what is refused', async () => {
    await expect(client.generate('image', { ...SMALL, prompt: '' })).rejects.toMatchObject({
      name: 'KinoraError',
      status: 422,
      code: 'validation_failed',
      fields: [{ loc: ['body', 'prompt'], msg: 'Send at least 1 character.' }],
    });
    const unknown = { params: { path: { prompt_id: 'unknown' } } };
    await expect(client.get('/api/jobs/{prompt_id}', unknown)).rejects.toMatchObject({
      status: 404,
      code: 'job_not_found',
      hint: expect.stringContaining('GET /api/jobs'),
    });
  });

  it('stops waiting at the signal, and says that a job was cancelled', async () => {
    node.faults.set({ steps_allowed: 0 });
    const { prompt_id = '' } = await client.generate('image', { ...SMALL, prompt: 'endless' });
    const enough = new AbortController();
    const waiting = client.waitForJob(prompt_id, { signal: enough.signal });
    enough.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    const params = { path: { prompt_id } };
    expect((await client.get('/api/jobs/{prompt_id}', { params })).finished_at).toBeNull();
    // The same request with the same key is the same job.
    const body = { ...SMALL, prompt: 'also endless' };
    const idempotencyKey = 'also-endless';
    const other = await client.generate('image', body, { idempotencyKey });
    // Expected before the cancellation, whose answer may come after the end of the wait.
    const ended = expect(
      client.generateAndWait('image', body, { idempotencyKey }),
    ).rejects.toMatchObject({
      name: 'JobError',
      code: 'cancelled',
      job: { prompt_id: other.prompt_id },
    });
    const jobs = [prompt_id, other.prompt_id ?? ''];
    await client.post('/api/jobs/cancel', { body: { prompt_ids: jobs } });
    await ended;
    node.faults.set({ steps_allowed: 1_000_000 });
  });

  it('goes on with events after broken connections, none missed and none twice', async () => {
    const stop = new AbortController();
    const ended: string[] = [];
    const events: AsyncGenerator<LiveEvent> = client.events({
      kinds: ['job'],
      signal: stop.signal,
    });
    const sent: string[] = [];
    const submit = async (): Promise<void> => {
      const body = { ...SMALL, prompt: `event ${sent.length}` };
      const { prompt_id = '' } = await createKinora({ url: kinora.url }).generate('image', body);
      sent.push(prompt_id);
    };
    // The first job goes on when its stream is open.
    node.faults.set({ steps_allowed: 0 });
    await submit();
    for await (const event of events) {
      node.faults.set({ steps_allowed: 1_000_000 });
      if (event.kind !== 'job' || event.data.finished_at === null) continue;
      if (!sent.includes(event.data.prompt_id)) continue;
      ended.push(event.data.prompt_id);
      if (ended.length === 3) break;
      await proxy.away();
      await submit();
      await kinora.finished(sent.at(-1)!);
      await proxy.back();
    }
    expect(ended).toEqual(sent);
    expect(proxy.count('GET /api/events')).toBeGreaterThan(2);
  });

  it('ends at a refusal of the stream, and at its signal', async () => {
    const wrong = createKinora({ url: kinora.url, apiKey: 'kin_wrong' });
    await expect(wrong.events().next()).rejects.toMatchObject({ status: 401 });
    const stop = new AbortController();
    const events = client.events({ signal: stop.signal });
    await events.next();
    stop.abort(new Error('enough'));
    const rest = async (): Promise<void> => {
      for await (const event of events) expect(event.kind).toBeDefined();
    };
    await expect(rest()).rejects.toThrow('enough');
  });

  it('uploads and downloads', async () => {
    const bytes = await png(40, 30);
    const file = new Blob([new Uint8Array(bytes)]);
    proxy.spoil('POST /api/media', 'lost');
    const made = await client.upload(file, { name: 'picture.png' });
    expect(made).toMatchObject({ name: 'picture.png', type: 'image', width: 40, duplicate: true });
    const back = await client.download(made.url);
    expect(Buffer.from(await back.arrayBuffer())).toEqual(bytes);
    const small = await client.download(made.path, { thumbnail: 256 });
    expect(small.headers.get('content-type')).toBe('image/webp');
  });

  it('runs the lines of its README', async () => {
    const [, lines = ''] = /```js\n(.*?)```/s.exec(
      readFileSync(join(PACKAGE, 'README.md'), 'utf8'),
    )!;
    mkdirSync(SCRATCH, { recursive: true });
    const folder = mkdtempSync(join(SCRATCH, 'readme-'));
    const { key } = await kinora.agent('reader');
    writeFileSync(join(folder, 'lines.mjs'), lines);
    const env = { ...process.env, KINORA_URL: kinora.url, KINORA_KEY: key };
    await promisify(execFile)(process.execPath, ['lines.mjs'], { cwd: folder, env });
    expect(readFileSync(join(folder, 'fox.png')).subarray(1, 4).toString()).toBe('PNG');
    rmSync(folder, { recursive: true });
  });
});
