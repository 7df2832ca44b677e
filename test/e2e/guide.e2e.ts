import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { chaptersOf } from '../support/guide/guide-calls';
import { GuideFollower } from '../support/guide/guide-follower';
import { routeOf, routesOf } from '../support/guide/guide-routes';
import { type TestConfig, TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';

const ROOT = resolve(__dirname, '../..');
const SKILL = readFileSync(join(ROOT, 'SKILL.md'), 'utf8');
/** Bytes that an install in use needs besides: run times, longer names, and the sentences for requests without a key. */
const RESERVED_BYTES = 250;

const chapter = (guide: string, title: string): string =>
  chaptersOf(guide).find((one) => one.title === title)!.text;
const titles = (guide: string) => guide.match(/^#+ (?!→).*$/gm);

describe('the guide (spec: an agent guide is served at GET /api/guide and is a file named SKILL.md)', () => {
  let kinora: TestKinora;
  let document: OpenAPIObject;
  const folder = mkdtempSync(join(tmpdir(), 'kinora-guide-'));

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'simulator', step_ms: 60_000 }],
    });
    ({ body: document } = await kinora.get<OpenAPIObject>('/openapi.json'));
    await kinora.online('node');
    writeFileSync(join(folder, 'picture.png'), await png(64, 48));
  });
  afterAll(async () => {
    await kinora.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const guideOf = async (of: Pick<TestKinora, 'get'> = kinora): Promise<string> => {
    const { status, body } = await of.get<string>('/api/guide');
    expect(status).toBe(200);
    return body;
  };

  it('is Markdown that is asked for again each time', async () => {
    const { headers } = await kinora.get('/api/guide');
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  it('shows the workflow of the README', async () => {
    expect(await guideOf()).toContain('| `sdxl-t2i` |');
  });

  it('equals SKILL.md outside of its sections', async () => {
    const guide = await guideOf();
    const fixed = SKILL.split(/^<!-- here: \w+ -->[\s\S]*?^<!-- \/here -->$/m);
    expect(fixed.length).toBeGreaterThan(10);
    for (const words of fixed) expect(guide).toContain(words.trim());
    expect(guide).not.toContain('<!--');
    expect(titles(guide)).toEqual(titles(SKILL));
  });

  describe('has chapters', () => {
    const chapters = ['workflows', 'film', 'training', 'library', 'events', 'errors', 'admin'];
    const read = async (name: string, of: Pick<TestKinora, 'get'> = kinora) => {
      const { status, headers, body } = await of.get<string>(`/api/guide/${name}`);
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      return body;
    };

    it('that the guide and llms.txt name, each of at most 16 kB', async () => {
      const guide = await guideOf();
      const index = (await kinora.get<string>('/llms.txt')).body;
      expect(index).toMatch(/^# Kinora\n\n> /);
      for (const name of chapters) {
        expect(guide).toContain(`\`GET /api/guide/${name}\``);
        expect(index).toContain(`(${kinora.url}/api/guide/${name})`);
        expect(Buffer.byteLength(await read(name))).toBeLessThanOrEqual(16_000);
      }
    });

    it('and a refusal names them', async () => {
      for (const name of ['filn', 'constructor'])
        expect(await kinora.get(`/api/guide/${name}`)).toMatchObject({
          status: 404,
          body: { code: 'chapter_not_found', chapters, hint: 'GET /api/guide' },
        });
    });

    it('and one for admins only', async () => {
      const crew = await kinora.agent('readers');
      expect(await crew.get('/api/guide/admin')).toMatchObject({
        status: 403,
        body: { code: 'admin_only' },
      });
      const others = chapters.filter((name) => name !== 'admin');
      expect((await crew.get('/api/guide/filn')).body).toMatchObject({ chapters: others });
      expect((await crew.get('/llms.txt')).body).not.toContain('/api/guide/admin');
    });

    it('that name no call that is not there, and every code', async () => {
      for (const name of chapters) {
        for (const { path } of routesOf(await read(name)).filter(({ path }) => !path.includes('…')))
          expect([path, routeOf(document, path)]).not.toEqual([path, `no route: ${path}`]);
      }
      const { body } = await kinora.get<{ items: { code: string }[] }>('/api/errors');
      const errors = await read('errors');
      for (const { code } of body.items) expect(errors).toContain(`- \`${code}\`: `);
      expect(errors).not.toMatch(/^- `\w+`: .*:$/m);
    });

    it('for what the caller may do', async () => {
      const crew = await kinora.agent('stills-crew', { allowed_workflows: ['sdxl-t2i'] });
      expect(await read('film', crew)).not.toContain('"kind": "video"');
      expect(await read('film')).toContain('"kind": "video"');
      expect(await read('training', crew)).toContain('No training toolkit is configured');
    });
  });

  it('describes itself in its front matter', () => {
    expect(SKILL).toMatch(/^---\nname: kinora\ndescription: \S.*Use it when .*\n---\n/);
  });

  it.each<[string, () => Promise<string> | string]>([
    ['SKILL.md', () => SKILL],
    ['the guide of an install', () => guideOf()],
  ])('%s names no call that is not there', async (_, read) => {
    const calls = routesOf(await read());
    expect(calls.length).toBeGreaterThan(35);
    for (const { method, path } of calls) {
      const route = routeOf(document, path);
      const methods = Object.keys(document.paths[route] ?? { get: null });
      expect([path, route, methods]).toEqual([
        path,
        route,
        expect.arrayContaining([method.toLowerCase()]),
      ]);
    }
  });

  it('names existing body fields in its tables', async () => {
    const { body: workflows } = await kinora.get<string>('/api/guide/workflows');
    const rows = [...workflows.matchAll(/^\| `[\w-]+` \|.*$/gm)];
    expect(rows.length).toBeGreaterThan(25);
    for (const [row] of rows.filter(([text]) => text.split('|').length > 4)) {
      const [id = '', , from = '', may = ''] = row
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      const { body } = await kinora.get<{ kind: 'image' | 'video' }>(
        `/api/workflows/${id.slice(1, -1)}`,
      );
      const schema = { image: 'ImageGenerateDto', video: 'VideoGenerateDto' }[body.kind];
      const fields = (document.components!.schemas![schema] as { properties: object }).properties;
      for (const [, name = ''] of `${from} ${may}`.matchAll(/`([^`]+)`/g))
        if (!name.startsWith('workflow_params.')) expect(Object.keys(fields)).toContain(name);
    }
  });

  it('contains a LoRA example that a plan accepts', async () => {
    const example = /`("workflow_params": \{"loras".*?)`/.exec(await guideOf())?.[1] ?? '';
    const sent = JSON.parse(`{${example}}`) as Record<string, unknown>;
    const body = { type: 'image', workflow: 'sdxl-t2i', provider: 'auto', prompt: 'x', ...sent };
    const { body: plan } = await kinora.post<{ accepted: boolean; loras: object[] }>(
      '/api/plan',
      body,
    );
    expect(plan).toMatchObject({ accepted: true, loras: [{ strength: 0.8 }] });
  });

  it('lists every error code of jobs, names only existing codes, and leaves the rest to GET /api/errors', async () => {
    interface Codes {
      readonly items: readonly { readonly code: string }[];
      readonly job_errors: readonly { readonly code: string }[];
    }
    const { items, job_errors } = (await kinora.get<Codes>('/api/errors')).body;
    const text = chapter(await guideOf(), 'When a call fails');
    const [requests = '', jobs = ''] = text.split('`error.code`');
    const codesIn = (list: string): string[] =>
      [...list.matchAll(/^- (.+?): /gm)]
        .flatMap(([, head = '']) => [...head.matchAll(/`(\w+)`/g)])
        .map(([, code = '']) => code)
        .sort();
    expect(requests).toContain('`GET /api/errors`');
    expect(codesIn(jobs)).toEqual(job_errors.map(({ code }) => code));
    const named = codesIn(requests);
    expect(named).toContain('concurrency_cap');
    expect(items.map(({ code }) => code)).toEqual(expect.arrayContaining(named));
  });

  it('the parser refuses blocks of another form', () => {
    expect(chaptersOf(SKILL).length).toBeGreaterThan(10);
    const broken = [
      SKILL.replace('```http', '```'),
      SKILL.replace('→ 200', '200'),
      SKILL.replace('GET /media/{picture}', 'get /media/{picture}'),
      SKILL.replace(/^```$/m, ''),
    ];
    for (const text of broken) expect(() => chaptersOf(text)).toThrow();
  });

  describe('is specific to the caller', () => {
    const scope = { allowed_workflows: ['sdxl-t2i', 'wan22-5b-i2v'], max_concurrent_jobs: 2 };

    it('contains its rights, its limits and their current use', async () => {
      const crew = await kinora.agent('film-crew', scope);
      expect(await guideOf(crew)).toContain('at most 2; 0 now');
      const body = { workflow: 'sdxl-t2i', provider: 'node', prompt: 'x' };
      expect((await crew.post('/api/image/generate', body)).status).toBe(200);
      const guide = await guideOf(crew);
      expect(chapter(guide, 'See what you have')).toContain(
        '`film-crew` (`film-crew`), not an admin',
      );
      expect(guide).toContain('only `sdxl-t2i`, `wan22-5b-i2v`');
      expect(guide).toContain('at most 2; 1 now');
      expect(guide).not.toMatch(/for admins|\/api\/workflows\/black-page/i);
    });

    it.each<[string, Record<string, unknown>, boolean]>([
      ['pictures', { ...scope, allowed_workflows: ['sdxl-t2i', 'sdxl-i2i'] }, false],
      ['pictures and clips', scope, true],
      [
        'pictures, edits and clips',
        { ...scope, allowed_workflows: ['sdxl-i2i', ...scope.allowed_workflows] },
        true,
      ],
    ])('is at most 14 kB for a key that makes %s', async (name, rights, makesClips) => {
      const guide = await guideOf(await kinora.agent(name.replace(/\W+/g, '-'), rights));
      expect(Buffer.byteLength(guide)).toBeLessThanOrEqual(14_000 - RESERVED_BYTES);
      const own = chaptersOf(guide).map(({ title }) => title);
      expect(own).toEqual(expect.arrayContaining(['Make a picture', 'Find what you made']));
      expect(own).not.toContain('Upscale a picture');
      expect(own.includes('Make a clip')).toBe(makesClips);
    });

    it('contains nothing about workflows, keys and nodes of others', async () => {
      await kinora.agent('somebody-else');
      const crew = await kinora.agent('other-crew', scope);
      const guide = await guideOf(crew);
      const { body } = await kinora.get<{ items: { id: string }[] }>('/api/workflows?limit=200');
      const others = body.items
        .map(({ id }) => id)
        .filter((id) => !scope.allowed_workflows.includes(id));
      expect(others.length).toBeGreaterThan(20);
      for (const id of [...others, 'somebody-else']) expect(guide).not.toContain(id);
      expect(guide).not.toContain('base_url');
    });

    it('contains admin routes for admins', async () => {
      const guide = await guideOf(await kinora.agent('boss', { is_admin: true }));
      expect(guide).toContain('`boss` (`boss`), an admin');
      expect(guide).toContain('as many as you like');
      expect(Buffer.byteLength(guide)).toBeLessThanOrEqual(17_000 - RESERVED_BYTES);
      const { body: admin } = await kinora.get<string>('/api/guide/admin');
      expect(chapter(admin, 'Bring a workflow')).toContain('DELETE /api/workflows/black-page');
    });
  });

  it('contains the address of the request, or the public one', async () => {
    const { port } = new URL(kinora.url);
    const asked = await fetch(`http://localhost:${port}/api/guide`);
    expect(await asked.text()).toContain(`KINORA='http://localhost:${port}'`);
    kinora.configure({
      providers: [{ id: 'node', kind: 'simulator', step_ms: 60_000 }],
      server: { public_url: 'https://studio.example/' },
    });
    expect(await guideOf()).toContain("KINORA='https://studio.example'");
    kinora.configure({ providers: [{ id: 'node', kind: 'simulator', step_ms: 60_000 }] });
  });

  describe('when nothing can run', () => {
    const away = { id: 'away', kind: 'comfyui', base_url: 'http://127.0.0.1:9' };
    const cases: readonly (readonly [string, TestConfig, string])[] = [
      ['no node is configured', { providers: [] }, '**There is no node.**'],
      ['no node is online', { providers: [away] }, '**No node is online now.**'],
    ];

    it.each(cases)('says so, and every remaining call works: %s', async (_, config, words) => {
      const bare = await TestKinora.start(config);
      try {
        const guide = await guideOf(bare);
        expect(guide).toContain(words);
        expect(guide).toContain('**Nothing that you may use can run now.**');
        const follower = new GuideFollower(guide, null, folder);
        await follower.follow();
        expect(follower.made.length).toBe(5);
        expect(follower.skipped.every((words) => /\{(job|file)\}/.test(words))).toBe(true);
        for (const chapter of ['film', 'training'])
          expect((await bare.get(`/api/guide/${chapter}`)).body).not.toContain('```');
      } finally {
        await bare.close();
      }
    });

    it('because the key’s list contains no existing workflow', async () => {
      const guide = await guideOf(await kinora.agent('lost', { allowed_workflows: ['gone'] }));
      expect(guide).toContain('Ask an admin to change the list.');
      expect(guide).not.toMatch(/^(?:GET|POST) \/api\/\S+\n\n.*"workflow"/m);
    });
  });

  it('requires a key when keys are required', async () => {
    const locked = await TestKinora.start({ security: { require_api_key: true } });
    expect((await locked.get('/api/guide')).status).toBe(401);
    await locked.close();
  });
});
