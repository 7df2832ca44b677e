import type { OpenAPIObject } from '@nestjs/swagger';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';
import { StreamReader } from '../support/stream-reader';

type Keyed = Awaited<ReturnType<TestKinora['agent']>>;
interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly total?: number;
  readonly facets?: Record<string, unknown[]>;
}

const FOX = { workflow: 'sd15-t2i', provider: 'node', prompt: 'a fox', width: 64, height: 64 };
const QUICK = { ...FOX, steps: 1, seed: 7 };
/** Runs for minutes. */
const LONG = { ...FOX, provider: 'slow', steps: 5000 };

describe('scopes of keys', () => {
  let kinora: TestKinora;
  let root: Keyed;
  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [
        { id: 'node', kind: 'simulator', step_ms: 0 },
        { id: 'slow', kind: 'simulator', step_ms: 100 },
      ],
    });
    await Promise.all([kinora.online('node'), kinora.online('slow')]);
    root = await kinora.agent('root', { is_admin: true });
  });
  afterAll(() => kinora.close());

  async function submit(caller: Keyed, body: Record<string, unknown> = QUICK): Promise<string> {
    const { status, body: answer } = await caller.post('/api/image/generate', body);
    expect([status, answer]).toEqual([200, answer]);
    return String(answer['prompt_id']);
  }
  async function pictureOf(caller: Keyed, promptId: string): Promise<string> {
    const job = await caller.finished<{ outputs: { path: string }[] }>(promptId);
    return job.outputs[0]?.path ?? '';
  }
  const idsOf = async (caller: Keyed, path: string, id: string): Promise<unknown[]> =>
    (await caller.get<Page>(path)).body.items.map((item) => item[id]);
  const codeOf = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
    const { status, body } = await answer;
    return [status, body['code']];
  };

  describe('an agent that is deleted and created again with the same id', () => {
    const idempotent = { body: QUICK, headers: { 'Idempotency-Key': 'the first one' } };
    let former: Keyed;
    let latter: Keyed;
    let before: { job: string; running: string; picture: string; upload: string; event: string };

    beforeAll(async () => {
      former = await kinora.agent('painter', {}, root);
      const stream = await StreamReader.open(`${kinora.url}/api/events`, { ...former.headers });
      const { body } = await former.send<Record<string, string>>(
        ...(['POST', '/api/image/generate', idempotent] as const),
      );
      const job = body['prompt_id'] ?? '';
      await stream.until(() => stream.lastEventId !== undefined);
      const event = stream.lastEventId ?? '';
      const picture = await pictureOf(former, job);
      const upload = (await former.upload('me.png', await png())).body.path;
      await former.patch('/api/agents/painter/profile', { avatar: upload, bio: 'The first.' });
      const running = await submit(former, LONG);
      stream.close();
      before = { job, running, picture, upload, event };
      await root.delete('/api/agents/painter');
      latter = await kinora.agent('painter', { max_concurrent_jobs: 1 }, root);
    });

    it('the old key is invalid', async () => {
      expect(await codeOf(former.get('/api/jobs'))).toEqual([401, 'invalid_key']);
    });

    it('lists and counts contain nothing of the old agent', async () => {
      const jobs = await latter.get<Page>('/api/jobs?with_total=true');
      expect(jobs.body).toEqual({ items: [], next_cursor: null, total: 0 });
      const media = await latter.get<Page>('/api/media?with_total=true&facets=true');
      expect(media.body).toMatchObject({ items: [], next_cursor: null, total: 0 });
      const { capped, ...facets } = media.body.facets ?? {};
      expect([capped, Object.values(facets).flat()]).toEqual([false, []]);
      for (const query of [`prompt_id=${before.job}`, 'owner=painter', 'q=fox'])
        expect((await latter.get<Page>(`/api/media?${query}`)).body.items).toEqual([]);
      const asked = await latter.get<Page>(`/api/jobs?prompt_ids=${before.job},${before.running}`);
      expect(asked.body.items).toEqual([]);
    });

    it('returns 404 for everything of the old agent', async () => {
      const { job, running, picture, upload } = before;
      for (const path of [
        ...[`/api/jobs/${job}`, `/api/jobs/${running}`, `/api/jobs/${job}/graph`],
        ...[`/api/jobs/${running}/preview`, `/api/jobs/${running}/events`],
        ...[`/api/media/${picture}`, `/api/media/${upload}`],
        ...[`/media/${picture}`, `/media/${picture}?thumbnail=256`],
      ])
        expect([path, (await latter.get(path)).status]).toEqual([path, 404]);
      const caughtUp = { 'Last-Event-ID': before.event };
      expect((await latter.get(`/api/jobs/${job}/events`, caughtUp)).status).toBe(404);
      expect((await latter.post(`/api/jobs/${running}/cancel`)).status).toBe(404);
      expect((await latter.post(`/api/jobs/${job}/rerun`, {})).status).toBe(404);
      expect((await latter.delete(`/api/media/${upload}`)).status).toBe(404);
      const comfy = await Promise.all(
        ['queue?provider=slow', `history/${job}?provider=node`].map(async (path) =>
          JSON.stringify((await latter.get(`/api/comfy/${path}`)).body),
        ),
      );
      for (const text of comfy) for (const id of [job, running]) expect(text).not.toContain(id);
    });

    it('has an empty profile', async () => {
      const { body } = await latter.get('/api/agents/painter/profile');
      expect(body['profile']).toMatchObject({ avatar: null, bio: '' });
    });

    it('replays only its own events after an event id of the old agent', async () => {
      const reader = await StreamReader.open(`${kinora.url}/api/events`, {
        ...latter.headers,
        'Last-Event-ID': before.event,
      });
      const { path } = (await latter.upload('mine.png', await png(9))).body;
      await reader.until((events) => events.some(({ event }) => event === 'media'));
      reader.close();
      const received = reader.events.filter(({ event }) => event !== 'provider');
      const records = [expect.objectContaining({ path, name: 'mine.png' })];
      expect(received.map(({ data }) => data)).toEqual([{ path, action: 'created', records }]);
    });

    it('does not share idempotency keys and the job limit with the old agent', async () => {
      const { status, body } = await latter.send<Record<string, unknown>>(
        ...(['POST', '/api/image/generate', idempotent] as const),
      );
      expect(status).toBe(200);
      expect(body['prompt_id']).not.toBe(before.job);
      expect(await idsOf(latter, '/api/jobs', 'prompt_id')).toEqual([body['prompt_id']]);
    });

    it('admins still see everything with its owner name', async () => {
      const { job, running, picture, upload } = before;
      const ids = await idsOf(root, '/api/jobs', 'prompt_id');
      expect(ids).toEqual(expect.arrayContaining([job, running]));
      expect((await root.get(`/api/jobs/${job}`)).body['owner']).toBe('painter');
      const [recentJob] = await idsOf(latter, '/api/jobs', 'prompt_id');
      const { body: shown } = await root.get(`/api/jobs/${String(recentJob)}`);
      expect(shown['owner']).toBe('painter~2');
      expect((await root.get(`/media/${picture}`)).status).toBe(200);
      const of = async (owner: string) => idsOf(root, `/api/media?owner=${owner}`, 'path');
      const [old, recent] = [await of('painter'), await of('painter~2')];
      expect([...old].sort()).toEqual([picture, upload].sort());
      expect(recent.length).toBeGreaterThan(0);
      expect(recent).not.toEqual(expect.arrayContaining([picture]));
      expect(await codeOf(root.post(`/api/jobs/${running}/cancel`))).toEqual([200, undefined]);
    });
  });

  describe('`owner` of a key that is not an admin', () => {
    let ann: Keyed;
    const ROUTES = [
      ...['/api/jobs', '/api/media', '/api/presets', '/api/collections', '/api/webhooks'],
      ...['/api/projects', '/api/batches', '/api/media/links'],
    ];
    beforeAll(async () => {
      ann = await kinora.agent('ann', {}, root);
      await kinora.agent('ben', {}, root);
      const path = await pictureOf(ann, await submit(ann, { ...QUICK, seed: 9 }));
      await ann.post(`/api/media/${path}/link`, {});
      await ann.post('/api/presets', { name: 'Fast', workflow: 'sd15-t2i', values: {} });
      await ann.post('/api/collections', { name: 'Best' });
      await ann.post('/api/webhooks', { url: 'https://example.com/hook', events: ['job'] });
      await ann.post('/api/projects', { title: 'Harbour' });
      await ann.post('/api/batches', { base: { ...QUICK, type: 'image' } });
    });
    const counts = async (caller: Keyed, query: string) =>
      Promise.all(
        ROUTES.map(async (route) => {
          const { status, body } = await caller.get<Page>(`${route}${query}`);
          return [route, status, body.items.length > 0];
        }),
      );
    const all = (found: boolean) => ROUTES.map((route) => [route, 200, found]);

    it('finds its own with its name and with *', async () => {
      for (const query of ['', '?owner=ann', '?owner=*'])
        expect(await counts(ann, query)).toEqual(all(true));
    });

    it('finds nothing with the name of somebody else, whether there is such a key or not', async () => {
      for (const query of ['?owner=ben', '?owner=root', '?owner=nobody'])
        expect(await counts(ann, query)).toEqual(all(false));
    });

    it('cancels nothing with the name of somebody else', async () => {
      await submit(ann, LONG);
      const waiting = await submit(ann, LONG);
      const cancel = async (body: object) =>
        (await ann.post<{ cancelled: string[] }>('/api/jobs/cancel', body)).body.cancelled;
      expect(await cancel({ status: 'queued', owner: 'ben' })).toEqual([]);
      expect(await cancel({ status: 'queued', owner: '*' })).toContain(waiting);
    });

    it('is all for admins with *', async () => {
      expect(await counts(root, '?owner=*')).toEqual(all(true));
    });
  });

  it('a key that loses admin rights sees only its own things from the next request on', async () => {
    const [chief, other] = [
      await kinora.agent('chief', { is_admin: true }, root),
      await kinora.agent('other', {}, root),
    ];
    const [own, foreign] = [await submit(chief), await submit(other, { ...QUICK, seed: 8 })];
    const picture = await pictureOf(other, foreign);
    expect((await chief.get(`/media/${picture}`)).status).toBe(200);
    expect((await chief.get(`/api/jobs/${foreign}`)).body['owner']).toBe('other');
    await root.patch('/api/agents/chief', { is_admin: false });
    expect((await chief.get(`/media/${picture}`)).status).toBe(404);
    expect((await chief.get(`/api/jobs/${foreign}`)).status).toBe(404);
    expect(await idsOf(chief, '/api/jobs', 'prompt_id')).toEqual([own]);
    expect((await chief.get(`/api/jobs/${own}`)).body).not.toHaveProperty('owner');
    expect((await chief.get('/api/providers/node')).body).not.toHaveProperty('base_url');
    expect(await codeOf(chief.get('/api/agents'))).toEqual([403, 'admin_only']);
    await root.patch('/api/agents/chief', { is_admin: true });
    expect((await chief.get(`/media/${picture}`)).status).toBe(200);
  });

  describe('a key that is limited to one workflow', () => {
    let limited: Keyed;
    let earlier: string;
    beforeAll(async () => {
      limited = await kinora.agent('limited', {}, root);
      earlier = await submit(limited, { ...QUICK, seed: 9 });
      await pictureOf(limited, earlier);
      await root.patch('/api/agents/limited', { allowed_workflows: ['sdxl-t2i'] });
    });

    it('lists and counts only this workflow', async () => {
      const { body } = await limited.get<Page>('/api/workflows?with_total=true');
      expect([body.items.map(({ id }) => id), body.total]).toEqual([['sdxl-t2i'], 1]);
    });

    it.each(['sd15-t2i', 'no-such-workflow'])(
      'may neither read nor use %s, whether it exists or not; the hint names what it may use',
      async (workflow) => {
        for (const asked of [
          await limited.get(`/api/workflows/${workflow}`),
          await limited.get(`/api/workflows/${workflow}/graph`),
          await limited.post('/api/image/generate', { ...QUICK, workflow }),
          await limited.post('/api/image/generate', { ...QUICK, workflow, submit: false }),
          await limited.post(`/api/jobs/${earlier}/rerun`, { changes: { workflow } }),
        ]) {
          expect([asked.status, asked.body['code']]).toEqual([403, 'workflow_not_allowed']);
          expect(asked.body).toMatchObject({
            hint: 'GET /api/workflows; this key may use: sdxl-t2i. An admin can allow more.',
            requested: workflow,
          });
        }
      },
    );

    it('still sees its earlier jobs, but can’t rerun them', async () => {
      expect((await limited.get(`/api/jobs/${earlier}`)).body['workflow']).toBe('sd15-t2i');
      expect(await idsOf(limited, '/api/jobs', 'prompt_id')).toEqual([earlier]);
      expect((await limited.get<Page>('/api/media')).body.items).toHaveLength(1);
      const rerun = limited.post(`/api/jobs/${earlier}/rerun`, {});
      expect(await codeOf(rerun)).toEqual([403, 'workflow_not_allowed']);
    });

    it('can rerun a job with an allowed workflow, and any job once the limit is removed', async () => {
      const changes = { workflow: 'sdxl-t2i', submit: false };
      expect((await limited.post(`/api/jobs/${earlier}/rerun`, { changes })).status).toBe(200);
      await root.patch('/api/agents/limited', { allowed_workflows: [] });
      const rerun = limited.post(`/api/jobs/${earlier}/rerun`, { changes: { submit: false } });
      expect((await rerun).status).toBe(200);
    });
  });

  it('a key that is limited to one character is refused any other, whether it exists or not', async () => {
    const limited = await kinora.agent('cast', { allowed_characters: ['mira'] }, root);
    const own = await submit(limited, { ...QUICK, seed: 10 });
    for (const fields of [{ character: 'tom' }, { characters: [{ id: 'mira' }, { id: 'tom' }] }])
      for (const asked of [
        await limited.post('/api/image/generate', { ...QUICK, ...fields }),
        await limited.post(`/api/jobs/${own}/rerun`, { changes: fields }),
      ]) {
        expect([asked.status, asked.body['code']]).toEqual([403, 'character_not_allowed']);
        expect(asked.body['allowed_characters']).toEqual(['mira']);
      }
    const admitted = limited.post('/api/image/generate', { ...QUICK, character: 'mira' });
    expect(await codeOf(admitted)).toEqual([404, 'character_not_found']);
  });

  it('two callers with the same idempotency key and body make two jobs', async () => {
    const callers = [await kinora.agent('one', {}, root), await kinora.agent('two', {}, root)];
    const send = async (caller: Keyed, body: Record<string, unknown>) =>
      caller.send<Record<string, unknown>>('POST', '/api/image/generate', {
        body,
        headers: { 'Idempotency-Key': 'shared' },
      });
    const made: unknown[] = [];
    for (const caller of callers) made.push((await send(caller, QUICK)).body['prompt_id']);
    expect(new Set(made).size).toBe(2);
    const [one, two] = callers as [Keyed, Keyed];
    expect((await send(one, QUICK)).body['prompt_id']).toBe(made[0]);
    expect(await codeOf(send(one, { ...QUICK, seed: 1 }))).toEqual([409, 'idempotency_mismatch']);
    expect(await idsOf(two, '/api/jobs', 'prompt_id')).toEqual([made[1]]);
  });

  it('every list of owned things is empty for a new key and counts zero', async () => {
    const fresh = await kinora.agent('fresh', {}, root);
    const { body: document } = await root.get<OpenAPIObject>('/openapi.json');
    const shared = ['providers', 'workflows', 'agents', 'audit', 'loras', 'voices'].map(
      (list) => `/api/${list}`,
    );
    const lists = Object.entries(document.paths).flatMap(([path, { get }]) => {
      const names = (get?.parameters ?? []).map((one) => ('name' in one ? one.name : ''));
      const isTopLevel = !path.includes('{');
      return names.includes('with_total') && isTopLevel && !shared.includes(path) ? [path] : [];
    });
    expect(lists).toEqual(expect.arrayContaining(['/api/jobs', '/api/media']));
    for (const list of lists) {
      const { body } = await fresh.get<Page>(`${list}?with_total=true`);
      expect([list, body]).toMatchObject([list, { items: [], next_cursor: null, total: 0 }]);
    }
  });

  it('only admins see how often a workflow ran', async () => {
    const member = await kinora.agent('curious', {}, root);
    const [shown, known] = [
      await member.get('/api/workflows/sd15-t2i'),
      await root.get('/api/workflows/sd15-t2i'),
    ];
    expect(JSON.stringify(known.body['run_time'])).toContain('samples');
    expect(JSON.stringify(shown.body)).not.toContain('samples');
  });

  it('health contains no folder of this machine, not even with an invalid configuration', async () => {
    const member = await kinora.agent('nurse', {}, root);
    kinora.configure({ providers: 'zqsecret', server: { port: 'zqsecret' } });
    const { body } =
      await member.get<Record<string, { config: { status: string } }>>('/api/health');
    expect(body['parts']?.config.status).toBe('degraded');
    const text = JSON.stringify(body);
    expect(text).not.toContain(kinora.folder);
    expect(text).not.toContain('zqsecret');
  });
});
