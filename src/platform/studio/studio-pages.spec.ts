import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import express, { type Express } from 'express';
import request from 'supertest';
import { studioPages } from './studio-pages';

const HTML = 'text/html,application/xhtml+xml';

describe('studioPages', () => {
  let folder: string;
  let app: Express;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kinora-studio-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="CSP_NONCE">');
    writeFileSync(join(folder, 'theme.js'), 'theme()');
    writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'main()');
    writeFileSync(join(folder, 'assets', 'main-1a2b.js.gz'), gzipSync('main()'));
    app = express();
    app.use(studioPages(folder));
    app.use((_, response) => void response.status(404).json({ code: 'route_not_found' }));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['/', '/gallery', '/jobs/3f2a', '/a.b/c'])(
    'answers a browser at %s with the page',
    async (path) => {
      const answer = await request(app).get(path).set('Accept', HTML).expect(200);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  it.each([
    '/api/jobs',
    '/API/jobs',
    '/media/x.png',
    '/docs',
    '/link/token',
    '/openapi.json',
    '/metrics',
  ])('leaves %s to the service', async (path) => {
    await request(app).get(path).set('Accept', HTML).expect(404);
  });

  it('leaves a path to the service when a program asks, and changes at any path', async () => {
    await request(app).get('/gallery').set('Accept', 'application/json').expect(404);
    await request(app).get('/gallery').expect(404);
    await request(app).post('/gallery').set('Accept', HTML).expect(404);
  });

  it('puts the nonce of the policy into the page, another one in each answer', async () => {
    const answers = [
      await request(app).get('/').set('Accept', HTML),
      await request(app).get('/').set('Accept', HTML),
    ];
    const nonces = answers.map(({ headers, text }) => {
      const nonce = /'nonce-(?<nonce>[^']+)'/.exec(String(headers['content-security-policy']))
        ?.groups?.['nonce'];
      expect(text).toBe(`<meta name="csp-nonce" content="${nonce}">`);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('answers hashed files compressed and cacheable for a year', async () => {
    const answer = await request(app).get('/assets/main-1a2b.js').set('Accept-Encoding', 'gzip');
    expect(answer.text).toBe('main()');
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('has files without a hash revalidated', async () => {
    const answer = await request(app).get('/theme.js').expect(200);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it('serves no file outside its folder', async () => {
    await request(app).get('/..%2f..%2fetc/passwd').expect(404);
    await request(app).get('/assets/missing.js').expect(404);
  });

  it('serves what is built while the service runs', async () => {
    const built = mkdtempSync(join(folder, 'built-'));
    const beginBuild = (name: string) => {
      rmSync(built, { recursive: true, force: true });
      mkdirSync(join(built, 'assets'), { recursive: true });
      writeFileSync(join(built, 'assets', `${name}.js`), name);
      writeFileSync(join(built, 'index.html'), `<script src="/assets/${name}.js">`);
    };
    const endBuild = (name: string, at: number) => {
      writeFileSync(join(built, 'assets', `${name}.js.gz`), gzipSync(name));
      writeFileSync(join(built, '.built'), '');
      utimesSync(join(built, '.built'), at, at);
    };
    const running = express();
    running.use(studioPages(built));
    const open = () => request(running).get('/').set('Accept', HTML);
    for (const [at, name] of ['first', 'second'].entries()) {
      beginBuild(name);
      if (at === 0) await open().expect(404);
      else expect((await open()).text).toContain('/assets/first.js');
      endBuild(name, 1000 + at);
      const page = await open().expect(200);
      expect(page.text).toContain(`/assets/${name}.js`);
      const script = await request(running).get(`/assets/${name}.js`);
      expect(script.text).toBe(name);
      expect(script.headers['content-encoding']).toBe('gzip');
    }
  });

  it('leaves every path to the service when the Studio is not built', async () => {
    const bare = express();
    bare.use(studioPages(join(folder, 'missing')));
    bare.use((_, response) => void response.status(404).end());
    await request(bare).get('/').set('Accept', HTML).expect(404);
  });
});
