import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import sharp from 'sharp';
import { describeWith, engine } from '../support/required-programs';
import { type JobRecord, TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';
import { type StreamedEvent, StreamReader } from '../support/stream-reader';

interface MediaRecord {
  readonly path: string;
  readonly type: string;
  readonly prompt: string | null;
  readonly sha256: string;
  readonly url: string;
  readonly thumbnail_url: string;
  readonly width: number;
  readonly height: number;
  readonly duration: number;
  readonly fps: number;
  readonly has_audio: boolean;
}

const CONFIG = { providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }] };

let kinora: TestKinora;
beforeAll(async () => {
  kinora = await TestKinora.start(CONFIG);
  await kinora.online();
});
afterAll(() => kinora.close());

const upload = async (content: Buffer, name = 'a.png', headers = {}): Promise<Response> => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  return fetch(`${kinora.url}/api/media`, { method: 'POST', body: form, headers });
};
const uploaded = async (content: Buffer, name = 'a.png'): Promise<MediaRecord> =>
  (await (await upload(content, name)).json()) as MediaRecord;
const fetched = async (path: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(kinora.url + path)).arrayBuffer());

it('media in the trash say so to whoever deletes them again or asks what is embedded', async () => {
  const { path } = await uploaded(await png(12));
  const ask = async (method: string, route: string): Promise<unknown> =>
    (await fetch(`${kinora.url}/api/media/${route}`, { method })).json();
  await ask('DELETE', path);
  for (const [method, route] of [
    ['DELETE', path],
    ['GET', `${path}/embedded`],
  ] as const)
    expect(await ask(method, route)).toMatchObject({
      code: 'media_not_found',
      detail: expect.stringMatching(/in the trash/) as unknown,
      hint: 'POST /api/media/restore',
    });
});

describe('a proxy that sends files itself (server.sendfile_header)', () => {
  let path: string;
  beforeAll(async () => ({ path } = await uploaded(await png(8, 8), 'Zoë 1.png')));
  afterEach(() => kinora.configure(CONFIG));

  const behindProxy = (sendfile_header: string, trusted_proxies = ['127.0.0.1']) =>
    kinora.configure({ ...CONFIG, server: { trusted_proxies, sendfile_header } });
  const ask = (headers = {}) => fetch(`${kinora.url}/media/${path}`, { headers });

  it.each([
    ['X-Sendfile', /^\/.*\/media\/files\/[0-9a-f]{2}\//],
    ['X-Accel-Redirect', /^\/kinora-files\/.*\/media\/files\/[0-9a-f]{2}\//],
  ])('is told the file by %s, after the usual checks', async (header, pattern) => {
    behindProxy(header);
    const answer = await ask({ Range: 'bytes=0-3' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    const file = String(answer.headers.get(header));
    expect(file).toMatch(pattern);
    const stored = readFileSync(decodeURI(file.replace('/kinora-files', '')));
    expect(stored).toEqual(await png(8, 8));
    expect(answer.headers.get('content-type')).toBe('image/png');
    const missing = await fetch(`${kinora.url}/media/no-such.png`);
    expect([missing.status, missing.headers.get(header)]).toEqual([404, null]);
  });

  it('still gets thumbnails and unchanged answers from us', async () => {
    behindProxy('X-Sendfile');
    const thumbnail = await fetch(`${kinora.url}/media/${path}?thumbnail=256`);
    expect(thumbnail.headers.get('X-Sendfile')).toBeNull();
    expect((await thumbnail.arrayBuffer()).byteLength).toBeGreaterThan(0);
    const etag = String((await ask()).headers.get('etag'));
    expect((await ask({ 'If-None-Match': etag })).status).toBe(304);
  });

  it('gets no path unless it is trusted', async () => {
    behindProxy('X-Sendfile', ['10.0.0.0/8']);
    const answer = await ask();
    expect(answer.headers.get('X-Sendfile')).toBeNull();
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(await png(8, 8));
  });
});

describe('outputs of a job are in the catalogue', () => {
  let job: JobRecord;
  let path: string;
  beforeAll(async () => {
    const { body } = await kinora.post('/api/image/generate', {
      workflow: 'sd15-t2i',
      provider: 'simulator',
      prompt: 'a lighthouse at dusk',
      width: 256,
      height: 128,
      steps: 1,
      filename_prefix: 'coast/lighthouse',
    });
    job = await kinora.finished(String(body['prompt_id']));
    path = String(job.outputs[0]?.path);
  });

  it('with their provenance, found by job and by search words', async () => {
    expect(path).toMatch(new RegExp(`^coast-lighthouse-${job.prompt_id}-[0-9a-f]{12}-0\\.png$`));
    for (const query of [`prompt_id=${job.prompt_id}`, 'q=lighthouse%20dusk']) {
      const { body } = await kinora.get<{ items: MediaRecord[] }>(`/api/media?${query}`);
      expect(body.items).toMatchObject([
        {
          path,
          type: 'image',
          width: 256,
          height: 128,
          prompt: 'a lighthouse at dusk',
          prompt_id: job.prompt_id,
          workflow: 'sd15-t2i',
          provider: 'simulator',
          source: 'generated',
          owner: null,
        },
      ]);
    }
  });

  it('without the graph that the node wrote into the file', async () => {
    const file = await fetched(`/media/${path}`);
    expect(file.toString('latin1')).not.toMatch(/tEXt|KSampler|class_type/);
    expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 256, height: 128 });
  });

  it('with a thumbnail', async () => {
    const { body } = await kinora.get<MediaRecord>(`/api/media/${path}`);
    const small = await sharp(await fetched(body.thumbnail_url)).metadata();
    expect(small).toMatchObject({ format: 'webp', width: 256, height: 128 });
  });

  it('until they are deleted', async () => {
    expect((await kinora.delete(`/api/media/${path}`)).body).toMatchObject({ ok: true, path });
    expect((await kinora.get(`/media/${path}`)).status).toBe(404);
    expect((await kinora.get(`/api/media/${path}`)).status).toBe(404);
    expect((await kinora.delete(`/api/media/${path}`)).status).toBe(404);
    const { body } = await kinora.get<JobRecord>(`/api/jobs/${job.prompt_id}`);
    expect(body).toMatchObject({ status: 'completed', outputs: [{ path, missing: true }] });
    const listed = await kinora.get<{ items: JobRecord[] }>('/api/jobs');
    expect(listed.body.items).toMatchObject([{ outputs: [{ path, missing: true }] }]);
  });
});

const isMediaEvent = ({ event }: StreamedEvent): boolean => event === 'media';

describe('uploads', () => {
  it('publish events', async () => {
    const stream = await StreamReader.open(`${kinora.url}/api/events?events=media`);
    const { path } = await uploaded(await png());
    await kinora.delete(`/api/media/${path}`);
    await uploaded(await png());
    await kinora.delete(`/api/media/${path}`);
    await kinora.post('/api/media/purge', { paths: [path] });
    await stream.until((events) => events.filter(isMediaEvent).length === 5);
    stream.close();
    const records = [expect.objectContaining({ path })];
    expect(stream.events.filter(isMediaEvent).map(({ data }) => data)).toEqual([
      { path, action: 'created', records, owner: null },
      { path, action: 'deleted', owner: null },
      { path, action: 'restored', records, owner: null },
      { path, action: 'deleted', owner: null },
      { path, action: 'purged', owner: null },
    ]);
  });

  it('of another origin are refused', async () => {
    for (const headers of [
      { Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]) {
      const response = await upload(await png(), 'a.png', headers);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'cross_origin' });
    }
  });

  it('can be the source of a picture', async () => {
    const { path } = await uploaded(await png(256, 256));
    const sent = await kinora.post('/api/image/generate', {
      workflow: 'sdxl-i2i',
      provider: 'simulator',
      prompt: 'as an oil painting',
      image: path,
      denoise: 0.5,
      steps: 1,
    });
    expect(sent.body).toMatchObject({ ok: true });
    expect(await kinora.finished(String(sent.body['prompt_id']))).toMatchObject({
      status: 'completed',
      outputs: [{ type: 'image' }],
    });
  });
});

it('refuses uploads, jobs and batches of an owner alone whose files fill limits.owner_bytes', async () => {
  const [ann, bob] = [await kinora.agent('ann'), await kinora.agent('bob')];
  const picture = await png();
  const variant = (n: number): Buffer => Buffer.concat([picture, Buffer.from([n])]);
  const request = { workflow: 'sd15-t2i', provider: 'simulator', prompt: 'x', steps: 1 };
  const small = { ...request, width: 64, height: 64 };
  const batch = { base: { type: 'image', ...small }, count: 2 };
  kinora.configure({ limits: { owner_bytes: variant(0).length * 3 } });
  const refused = { status: 507, body: { code: 'quota_reached' } };

  const uploads = await Promise.all(
    Array.from({ length: 6 }, (_, n) => ann.upload('a.png', variant(n))),
  );
  expect(uploads.map(({ status }) => status).sort()).toEqual([201, 201, 201, 507, 507, 507]);
  expect((await ann.get('/api/media?with_total=true')).body).toMatchObject({ total: 3 });
  expect(await ann.post('/api/image/generate', small)).toMatchObject(refused);
  expect(await ann.post('/api/batches', batch)).toMatchObject(refused);
  expect(await ann.post('/api/batches', { ...batch, dry_run: true })).toMatchObject({
    status: 200,
    body: { refused: [{ index: 0, loc: ['body'], code: 'quota_reached' }] },
  });
  expect((await ann.get('/api/jobs')).body).toMatchObject({ items: [] });
  const dryRun = await ann.post('/api/image/generate', { ...small, submit: false });
  expect(dryRun.status).toBe(200);
  expect((await bob.upload('a.png', picture)).status).toBe(201);

  const path = uploads.find(({ status }) => status === 201)?.body.path ?? '';
  await ann.delete(`/api/media/${path}`);
  await ann.post('/api/media/purge', { paths: [path] });
  // The room of one picture is left: the job's output is kept, although it is larger than that.
  const accepted = await ann.post('/api/image/generate', small);
  const job = await ann.finished<JobRecord>(String(accepted.body['prompt_id']));
  expect(job).toMatchObject({ status: 'completed', outputs: [{ type: 'image' }] });
  expect(await ann.upload('a.png', variant(9))).toMatchObject(refused);
  kinora.configure({});
});

it('refuses the cursor of a list with other filters or in another order', async () => {
  const pager = await kinora.agent('pager');
  for (const name of ['a.png', 'b.png']) {
    const { body } = await pager.upload(name, Buffer.concat([await png(), Buffer.from(name)]));
    await pager.patch(`/api/media/${body.path}/metadata`, { tags: ['best'] });
  }
  const page = (query: string) => pager.get<{ next_cursor: string }>(`/api/media?${query}`);
  const { body } = await page('tag=best&limit=1&with_total=true&facets=true');
  const next = `limit=9&view=tile&cursor=${body.next_cursor}`;
  expect(await page(`tag=best&${next}`)).toMatchObject({ status: 200, body: { items: [{}] } });
  for (const other of ['tag=worst', 'tag=best&trashed=true', 'tag=best&sort=name', ''])
    expect(await page(`${other}&${next}`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'cursor'] }] },
    });
});

it('needs a key wherever keys are required', async () => {
  const { path } = await uploaded(await png(11, 11));
  kinora.configure({ security: { require_api_key: true } });
  for (const target of [
    `/media/${path}`,
    `/media/${path}?thumbnail=256`,
    '/api/media',
    `/api/media/${path}`,
  ])
    expect((await kinora.get(target)).status).toBe(401);
  expect((await upload(await png())).status).toBe(401);
  kinora.configure({});
  expect((await kinora.get(`/media/${path}`)).status).toBe(200);
});

it('reports a missing ffmpeg in the health report', async () => {
  const { body } = await kinora.get<{ parts: Record<string, { status: string }> }>('/api/health');
  expect(['ok', 'off']).toContain(body.parts['ffmpeg']?.status);
});

describeWith('ffmpeg', 'videos', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-video-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const make = (name: string, ...args: string[]): Buffer => {
    const file = join(folder, name);
    execFileSync(engine('ffmpeg'), ['-v', 'error', '-y', ...args, file], { stdio: 'pipe' });
    return readFileSync(file);
  };
  const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=2'];
  const TONE = ['-f', 'lavfi', '-i', 'sine=duration=2'];

  it('are measured, and have a frame as thumbnail', async () => {
    const record = await uploaded(make('a.mp4', ...PICTURE, ...TONE, '-c:v', 'mpeg4'), 'a.mp4');
    expect(record).toMatchObject({
      type: 'video',
      mime: 'video/mp4',
      width: 320,
      height: 180,
      fps: 10,
      has_audio: true,
    });
    expect(record.duration).toBeCloseTo(2, 1);
    const small = await sharp(await fetched(record.thumbnail_url)).metadata();
    expect(small).toMatchObject({ format: 'webp', width: 320, height: 180 });
  });

  it('without a video track are audio', async () => {
    const record = await uploaded(make('b.mp4', ...TONE), 'b.mp4');
    expect(record).toMatchObject({ type: 'audio', mime: 'audio/mp4', thumbnail_url: null });
    expect(record.path).toMatch(/\.m4a$/);
  });

  it('that are truncated are rejected', async () => {
    const whole = make('c.mp4', ...PICTURE, '-c:v', 'mpeg4');
    const response = await upload(whole.subarray(0, whole.length / 2), 'c.mp4');
    expect(response.status).toBe(415);
  });
});
