import { PlatformApp } from '../support/platform-app';

describe('HTTP edge cases', () => {
  let kinora: PlatformApp;
  beforeAll(async () => (kinora = await PlatformApp.start()));
  afterAll(() => kinora.close());

  describe('paths and methods', () => {
    it.each([
      '/api/nope',
      '/nope',
      '/sample/things/a/b',
      '/docs/nope.js',
      '/docs/..%2fpackage.json',
    ])('an unknown path is 404 route_not_found: %s', async (path) => {
      const { status, body } = await kinora.get(path);
      expect([status, body['code']]).toEqual([404, 'route_not_found']);
    });

    it('names similar paths', async () => {
      const { body } = await kinora.get('/api/error');
      expect(body).toMatchObject({ code: 'route_not_found', nearest: ['/api/errors'] });
      expect(body['detail']).toBe('There is nothing at this path. Did you mean /api/errors?');
    });

    it.each([
      ['DELETE', '/sample/things', 'GET, HEAD, OPTIONS, POST'],
      ['PUT', '/sample/things/abc', 'GET, HEAD, OPTIONS'],
      ['POST', '/api/health', 'GET, HEAD, OPTIONS'],
      ['TRACE', '/api/health', 'GET, HEAD, OPTIONS'],
    ])(
      'another method is 405 and names those that there are: %s %s',
      async (method, path, allow) => {
        const { status, body, headers } = await kinora.send({ method, path });
        expect([status, body['code'], headers['allow']]).toEqual([
          405,
          'method_not_allowed',
          allow,
        ]);
      },
    );

    it('OPTIONS answers the methods', async () => {
      const { status, headers } = await kinora.send({ method: 'OPTIONS', path: '/sample/things' });
      expect([status, headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
      const unknown = await kinora.send({ method: 'OPTIONS', path: '/nope' });
      expect(unknown.body['code']).toBe('route_not_found');
    });

    it('keeps idle connections open longer than proxies do', async () => {
      const { headers } = await kinora.get('/api/errors', { Connection: 'keep-alive' });
      expect(headers['keep-alive']).toBe('timeout=75');
    });

    it('answers HEAD with the headers of GET', async () => {
      const { status, headers, text } = await kinora.send({ method: 'HEAD', path: '/api/errors' });
      expect([status, text, Number(headers['content-length']) > 100]).toEqual([200, '', true]);
    });

    it.each(['/sample/things/%', '/sample/things/%zz', '/sample/things/%ff', '/%c0%ae', '/nope/%'])(
      'a path that cannot be decoded is 400 bad_path: %s',
      async (path) => {
        const { status, body } = await kinora.get(path);
        expect([status, body['code']]).toEqual([400, 'bad_path']);
      },
    );

    it.each([
      ['of this service', 'GET http://localhost/api/health/live', '200 [^]*"ok"'],
      ['of another host', 'GET http://evil.example/api/health', '421 [^]*"host_not_allowed"'],
      ['with a user name', 'GET http://me@localhost/api/health', '400 [^]*"bad_path"'],
      ['of another protocol', 'GET ftp://localhost/api/health', '400 [^]*"bad_path"'],
    ])('a full URL %s in place of a path', async (_, line, wanted) => {
      const answer = await kinora.raw(
        `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${wanted}`));
    });
  });

  it('refuses a body of more than 100,000 values before parsing it', async () => {
    const { status, body } = await kinora.post('/sample/things', Array(100_001).fill(1));
    expect([status, body['detail']]).toEqual([
      422,
      [{ loc: ['body'], msg: 'Send at most 100000 values in one body.', type: 'value_error' }],
    ]);
    const text = { name: ',[{"\\'.repeat(60_000), count: 1 };
    expect((await kinora.post('/sample/things', text)).status).toBe(201);
  });

  describe('requests that are not HTTP', () => {
    it.each([
      ['rubbish', 'rubbish\r\n\r\n', 400, 'bad_request'],
      ['a broken header', 'GET / HTTP/1.1\r\nHost localhost\r\n\r\n', 400, 'bad_request'],
      [
        'no Host header',
        'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n',
        400,
        'bad_request',
      ],
      [
        'two lengths',
        'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
        400,
        'bad_request',
      ],
      [
        'endless headers',
        `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
        431,
        'headers_too_large',
      ],
    ])('%s', async (_, text, status, code) => {
      const [head = '', body = ''] = (await kinora.raw(text)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(JSON.parse(body)).toMatchObject({ code });
    });

    it('closes the connection without a second answer when garbage follows a request whose answer has begun', async () => {
      const first = 'GET /sample/stream HTTP/1.1\r\nHost: localhost\r\n\r\n';
      const answer = await kinora.raw(first, { behind: 'snapshot', then: 'rubbish\r\n\r\n' });
      expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
      expect(answer).not.toContain('bad_request');
    });
  });

  describe('request ids', () => {
    it('returns and logs the request id that was sent', async () => {
      const { headers } = await kinora.get('/api/health/live', { 'X-Request-Id': 'a-B_9.x' });
      expect(headers['x-request-id']).toBe('a-B_9.x');
      const line = kinora.log.find((one) => one['request_id'] === 'a-B_9.x');
      expect(line).toMatchObject({ method: 'GET', route: '/api/health/live', status: 200 });
    });

    it.each(['', 'a b', 'a'.repeat(129), 'ä', '<x>'])('makes another for %j', async (sent) => {
      const { headers } = await kinora.get('/api/health/live', { 'X-Request-Id': sent });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  describe('errors', () => {
    it('sends status, code, hint, extra fields and headers of an application error', async () => {
      const { status, body, headers } = await kinora.get('/sample/teapot');
      expect([status, headers['retry-after']]).toEqual([418, '7']);
      expect(body).toEqual({
        detail: 'This is a teapot.',
        code: 'teapot',
        hint: 'GET /sample/coffee',
        lid: true,
      });
    });

    it('answers an internal error with 500 without details and logs it with its stack', async () => {
      const { status, body } = await kinora.get('/sample/crash', { 'X-Request-Id': 'crash-1' });
      expect(status).toBe(500);
      expect(body).toEqual({ detail: 'Internal error', code: 'internal', request_id: 'crash-1' });
      const line = kinora.log.find((one) => one['level'] === 'error');
      expect(line).toMatchObject({ request_id: 'crash-1', err: { type: 'Error' } });
      expect(JSON.stringify(line)).toContain('sample-module');
    });

    it("no fault of the caller's is logged as an error", async () => {
      const before = kinora.log.filter((one) => one['level'] === 'error').length;
      await kinora.get('/sample/teapot');
      await kinora.get('/nope');
      await kinora.post('/sample/things', { name: 5 });
      await kinora.post('/sample/things', '{');
      expect(kinora.log.filter((one) => one['level'] === 'error')).toHaveLength(before);
    });

    it('removes headers of a started response from the error response', async () => {
      const { status, headers, body } = await kinora.get('/sample/begun');
      expect([status, body['code']]).toEqual([418, 'teapot']);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['etag']).toBeUndefined();
    });

    it('cuts the connection when a response fails half-way', async () => {
      await expect(kinora.get('/sample/half')).rejects.toThrow();
      expect((await kinora.get('/api/health/live')).status).toBe(200);
    });

    it('lists every code, each once', async () => {
      const { body } = await kinora.get('/api/errors');
      const items = body['items'] as { code: string; status: number; meaning: string }[];
      const codes = items.map((item) => item.code);
      expect(codes).toEqual([...new Set(codes)].sort((a, b) => a.localeCompare(b)));
      expect(items).toContainEqual(expect.objectContaining({ code: 'missing_key', status: 401 }));
    });
  });

  describe('headers of every response', () => {
    it.each(['/api/health', '/nope', '/docs', '/openapi.json', '/sample/crash'])(
      '%s',
      async (path) => {
        const { headers } = await kinora.get(path);
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          'referrer-policy': 'no-referrer',
          'x-frame-options': 'DENY',
          'cache-control': path === '/openapi.json' ? 'private, no-cache' : 'no-store',
        });
        expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
        expect(headers['strict-transport-security']).toBeUndefined();
        expect(headers['x-powered-by']).toBeUndefined();
      },
    );
  });

  describe('health', () => {
    it('shows the overall status and every part', async () => {
      const { status, body } = await kinora.get('/api/health');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'ok',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        uptime_seconds: expect.any(Number),
        parts: { config: { status: 'ok' }, database: { status: 'ok' }, disk: { status: 'ok' } },
      });
    });

    it('shows a broken configuration while the last good one stays in force', async () => {
      const app = await PlatformApp.start();
      app.configure({ server: { port: 'x' } });
      const { body } = await app.get('/api/health');
      expect(body).toMatchObject({ status: 'degraded', parts: { config: { status: 'degraded' } } });
      expect(JSON.stringify(body)).not.toContain(app.folder);
      await app.close();
    });

    it('names changed settings that need a restart, without their values', async () => {
      const app = await PlatformApp.start();
      const parts = async (): Promise<unknown> => (await app.get('/api/health')).body['parts'];
      app.configure({ data_dir: 'else/where', server: { host: '::1', port: 5 } });
      expect(await parts()).toMatchObject({
        config: {
          status: 'ok',
          detail: 'server.host, server.port changed in the file: takes effect at the next start.',
        },
      });
      app.configure({});
      expect(await parts()).toMatchObject({ config: { status: 'ok' } });
      expect(JSON.stringify(await parts())).not.toContain('next start');
      await app.close();
    });

    it('shows a disk that is too full', async () => {
      const app = await PlatformApp.start({ limits: { min_free_bytes: 2 ** 52 } });
      expect((await app.get('/api/health')).body).toMatchObject({
        status: 'degraded',
        parts: { disk: { status: 'degraded' } },
      });
      await app.close();
    });
  });

  describe('logs', () => {
    it('contain no queries, paths, bodies or keys', async () => {
      await kinora.get('/sample/things?cursor=secret-cursor&q=secret-query');
      await kinora.get('/sample/things/secretid', { Authorization: 'Bearer secret-key' });
      await kinora.post('/sample/things', { name: 'secret-name', count: 1 });
      await kinora.get('/secret-path');
      expect(JSON.stringify(kinora.log.filter((one) => one['level'] === 'info'))).not.toMatch(
        /secret-|secretid/,
      );
    });
  });
});
