import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BoundedReads } from '../../src/platform/database/bounded-reads';
import { WriteGate } from '../../src/platform/database/write-gate';
import type { Answer, TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { type TestConfig, TestKinora } from '../support/kinora';
import { ScriptedNode } from '../support/scripted-node';

type Reader = Pick<TestCaller, 'get'>;

const tagOf = ({ headers }: Answer<unknown>): string => headers.get('etag') ?? '';

describe('GET with If-None-Match', () => {
  let kinora: TestKinora;
  let node: ScriptedNode;
  let config: TestConfig;

  beforeAll(async () => {
    node = await ScriptedNode.start();
    config = {
      providers: [
        { id: 'simulator', kind: 'simulator', step_ms: 0, default: true },
        { id: 'other', kind: 'comfyui', base_url: node.url },
      ],
    };
    kinora = await TestKinora.start(config);
    await kinora.online();
    await eventually(async () =>
      (await kinora.get<string>('/api/guide')).body.includes('| `simulator`, default | online'),
    );
  });
  afterAll(async () => {
    await kinora.close();
    await node.stop();
  });

  /** The answer to somebody who has the answer with this tag. */
  const again = <T>(path: string, tag: string, of: Reader = kinora): Promise<Answer<T>> =>
    of.get<T>(path, { 'If-None-Match': tag });

  /** Expects another tag for each of these paths after the change, and then 304. */
  async function changesWith(paths: readonly string[], change: () => unknown): Promise<void> {
    const tags = await Promise.all(paths.map(async (path) => tagOf(await kinora.get(path))));
    await change();
    for (const [at, path] of paths.entries()) {
      const tag = tags[at] ?? '';
      let answer = await again(path, tag);
      await eventually(async () => (answer = await again(path, tag)).status === 200, path);
      expect(tagOf(answer)).not.toBe(tag);
      expect((await again(path, tagOf(answer))).status).toBe(304);
    }
  }

  const PAGES = [
    ...['/api/workflows?limit=200', '/api/workflows/sd15-t2i', '/api/guide', '/api/guide/film'],
    ...['/llms.txt', '/openapi.json'],
  ];

  it.each(PAGES)('answers 304 without a body to a caller who has %s', async (path) => {
    const first = await kinora.get<unknown>(path);
    expect(tagOf(first)).toMatch(/^(W\/)?"[\w-]{43}"$/);
    const otherForm = tagOf(first).startsWith('W/') ? tagOf(first).slice(2) : `W/${tagOf(first)}`;
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')).toBe('Authorization, Cookie, Accept-Encoding');
    const second = await kinora.get<unknown>(path);
    expect([second.body, tagOf(second)]).toEqual([first.body, tagOf(first)]);
    const raw = await fetch(kinora.url + path, { headers: { 'If-None-Match': otherForm } });
    expect([raw.status, await raw.text(), raw.headers.get('etag')]).toEqual([
      304,
      '',
      tagOf(first),
    ]);
    expect((await again(path, '"other"')).status).toBe(200);
    const head = await fetch(kinora.url + path, { method: 'HEAD' });
    expect([await head.text(), head.headers.get('etag')]).toEqual(['', tagOf(first)]);
  });

  it.each(['/api/guide', '/api/workflows?limit=200'])(
    'refuses %s as before, after another caller has had it',
    async (path) => {
      const ann = await kinora.agent(`ann${path.length}`);
      expect([(await kinora.get(path)).status, (await ann.get(path)).status]).toEqual([200, 200]);
      const foreign = await kinora.get(path, { Origin: 'https://evil.example' });
      expect([foreign.status, foreign.body['code']]).toEqual([403, 'cross_origin']);
      const unknown = await kinora.get(path, { Authorization: 'Bearer kin_unknown' });
      expect([unknown.status, unknown.body['code']]).toEqual([401, 'invalid_key']);
      expect([405, 422]).toContain((await kinora.post(path)).status);
      kinora.configure({ ...config, security: { require_api_key: true } });
      expect((await kinora.get(path)).body['code']).toBe('missing_key');
      expect((await ann.get(path)).status).toBe(200);
      kinora.configure(config);
      expect((await kinora.get(path)).status).toBe(200);
    },
  );

  it('name the address that they were asked at', async () => {
    const at = kinora.url.replace('127.0.0.1', 'localhost');
    for (const url of [kinora.url, at, kinora.url, at])
      expect(await (await fetch(`${url}/llms.txt`)).text()).toContain(`(${url}/api/guide)`);
  });

  it('change with a workflow file', async () => {
    const { body: graph } = await kinora.get('/api/workflows/sd15-t2i/graph');
    const folder = join(kinora.folder, 'data', 'workflows');
    mkdirSync(folder, { recursive: true });
    const write = (name: string): void => {
      writeFileSync(join(folder, 'mine.json'), JSON.stringify(graph));
      writeFileSync(join(folder, 'mine.manifest.json'), JSON.stringify({ name }));
    };
    const lists = ['/api/workflows?limit=200', '/api/guide'];
    await changesWith(lists, () => write('First'));
    await changesWith([...lists, '/api/workflows/mine'], () => write('Second'));
    expect((await kinora.get('/api/workflows/mine')).body['name']).toBe('Second');
  });

  it('change with a broken workflow file, where problems are listed', async () => {
    await changesWith(['/api/workflows?with_problems=true'], () =>
      writeFileSync(join(kinora.folder, 'data', 'workflows', 'broken.json'), '{'),
    );
  });

  it('change with a job: when it was last used, how long it takes', async () => {
    await changesWith(['/api/workflows?limit=200', '/api/workflows/sd15-t2i'], async () => {
      const { body } = await kinora.post<{ prompt_id: string }>('/api/image/generate', {
        ...{ workflow: 'sd15-t2i', provider: 'simulator', prompt: 'a harbour', steps: 1 },
      });
      await kinora.finished(body.prompt_id);
    });
  });

  it('about jobs change with the jobs and with what happens to their files', async () => {
    const body = { workflow: 'sd15-t2i', provider: 'simulator', prompt: 'a quay', steps: 1 };
    const submit = async (more = {}): Promise<string> =>
      (await kinora.post<{ prompt_id: string }>('/api/image/generate', { ...body, ...more })).body
        .prompt_id;
    const ended = await kinora.finished(await submit());
    const job = `/api/jobs/${ended.prompt_id}`;
    const tag = tagOf(await kinora.get(job));
    expect((await again(job, tag)).status).toBe(304);
    // Held answers, too, are sent at once.
    expect(tagOf(await kinora.get(`${job}?wait=60`))).toBe(tag);
    const path = ended.outputs[0]?.path ?? '';
    await changesWith([job, '/api/jobs'], () => kinora.delete(`/api/media/${path}`));
    expect((await kinora.get<typeof ended>(job)).body.outputs).toMatchObject([{ missing: true }]);
    let waiting = '';
    await changesWith(['/api/jobs', '/api/jobs?status=queued', '/api/jobs?q=quay'], async () => {
      waiting = await submit({ provider: 'other' });
    });
    await changesWith(['/api/jobs', `/api/jobs/${waiting}`, '/api/jobs?status=queued'], () =>
      kinora.post(`/api/jobs/${waiting}/cancel`),
    );
    const other = await kinora.agent('other');
    expect((await again(job, '*', other)).status).toBe(404);
    expect((await other.get<{ items: unknown[] }>('/api/jobs')).body.items).toEqual([]);
  });

  it('change with the configuration', async () => {
    const limits = { prompt_chars: 17_000 };
    await changesWith(['/api/guide', '/openapi.json'], () =>
      kinora.configure({ ...config, limits }),
    );
    expect((await kinora.get<string>('/api/guide')).body).toContain('17,000 characters');
    const public_url = 'https://studio.example';
    await changesWith(['/api/guide', '/llms.txt'], () =>
      kinora.configure({ ...config, server: { public_url } }),
    );
    expect((await kinora.get<string>('/llms.txt')).body).toContain(`${public_url}/api/guide`);
    kinora.configure(config);
  });

  it('change with the rights of their caller, and are never those of another', async () => {
    const crew = await kinora.agent('crew', { allowed_workflows: ['sd15-t2i'] });
    const guest = await kinora.agent('guest', { allowed_workflows: ['sd15-t2i'] });
    for (const path of ['/api/workflows?limit=200', '/api/guide', '/api/workflows/sd15-t2i']) {
      const own = tagOf(await kinora.get(path));
      for (const one of [crew, guest])
        expect([path, (await again(path, own, one)).status]).toEqual([path, 200]);
    }
    expect((await guest.get<string>('/api/guide')).body).toContain('`guest`');
    expect((await crew.get<string>('/api/guide')).body).not.toContain('`guest`');
    const list = '/api/workflows?limit=200';
    const guide = '/api/guide';
    const [listed, guided] = [tagOf(await crew.get(list)), tagOf(await crew.get(guide))];
    const wider = { allowed_workflows: ['sd15-t2i', 'sdxl-t2i'] };
    await kinora.as(null).patch('/api/agents/crew', wider);
    expect((await again<string>(guide, guided, crew)).body).toContain('sdxl-t2i');
    expect((await again<{ items: unknown[] }>(list, listed, crew)).body.items).toHaveLength(2);
    expect((await guest.get<{ items: unknown[] }>(list)).body.items).toHaveLength(1);
    await kinora.as(null).patch('/api/agents/crew', { allowed_workflows: ['sdxl-t2i'] });
    expect((await again('/api/workflows/sd15-t2i', '*', crew)).status).toBe(403);
    await kinora.as(null).patch('/api/agents/crew', { enabled: false });
    expect((await again(list, '*', crew)).status).toBe(401);
  });

  it('change with the limit of unfinished jobs of their caller, and what of it is used', async () => {
    const capped = await kinora.agent('capped', { max_concurrent_jobs: 3 });
    const before = tagOf(await capped.get('/api/guide'));
    const { body } = await capped.post<{ prompt_id: string }>('/api/image/generate', {
      ...{ workflow: 'sd15-t2i', provider: 'other', prompt: 'a harbour' },
    });
    expect((await again<string>('/api/guide', before, capped)).body).toContain('at most 3; 1 now');
    await capped.post(`/api/jobs/${body.prompt_id}/cancel`);
    expect((await again('/api/guide', before, capped)).status).toBe(304);
  });

  it('change when a node goes away', async () => {
    const without = { providers: [{ id: 'other', kind: 'comfyui', base_url: node.url }] };
    const lists = ['/api/workflows?limit=200', '/api/workflows/sd15-t2i', '/api/guide'];
    await changesWith(lists, () => kinora.configure(without));
    expect((await kinora.get<string>('/api/guide')).body).not.toContain('`simulator`');
  });

  describe('and a search that takes long', () => {
    const gate = () => kinora.app.get(WriteGate);

    /** Makes the counts of media endless. Without a table, SQLite would not notice later that the view is gone. */
    const slowDown = (): Promise<unknown> =>
      gate().run(async (tx) => {
        await tx.query('ALTER TABLE media_counts RENAME TO kept_counts');
        await tx.query(
          "CREATE VIEW media_counts AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT CAST(i AS text) AS owner_id, 'tag' AS kind, '' AS value, (SELECT COUNT(*) FROM agents) AS count FROM n",
        );
      });
    const restore = (): Promise<unknown> =>
      gate().run(async (tx) => {
        await tx.query('DROP VIEW media_counts');
        await tx.query('ALTER TABLE kept_counts RENAME TO media_counts');
      });

    it('ends with its request, and the next one has its turn', async () => {
      const reads = kinora.app.get<{
        limitMs: number;
        readonly slots: { readonly running: number; readonly waiting: number };
      }>(BoundedReads);
      const { limitMs } = reads;
      // So that nothing else ends it.
      reads.limitMs = 3_600_000;
      await slowDown();
      const ann = await kinora.agent('ann');
      const { headers } = ann;
      const client = new AbortController();
      const { signal } = client;
      const answers = ['', '?q=a'].map((query) =>
        fetch(`${kinora.url}/api/media/tags${query}`, { headers, signal }).catch(() => 'gone'),
      );
      await eventually(() =>
        Promise.resolve(reads.slots.running === 1 && reads.slots.waiting === 1),
      );
      client.abort();
      expect(await Promise.all(answers)).toEqual(['gone', 'gone']);
      await eventually(() => Promise.resolve(reads.slots.running === 0));
      await restore();
      expect((await ann.get('/api/media/tags')).status).toBe(200);
      reads.limitMs = limitMs;
    });
  });
});
