import { PlatformApp } from '../support/platform-app';

describe('access before any key exists', () => {
  let open: PlatformApp;
  let locked: PlatformApp;
  beforeAll(async () => {
    open = await PlatformApp.start();
    locked = await PlatformApp.start({ security: { require_api_key: true } });
  });
  afterAll(() => Promise.all([open.close(), locked.close()]));

  it('open: a request without a key is the unrestricted caller, an admin without an owner id', async () => {
    const { status, body } = await open.get('/sample/admin');
    expect([status, body['isAdmin'], body['ownerId']]).toEqual([200, true, null]);
  });

  it.each(['/api/health', '/api/errors', '/openapi.json', '/sample/things', '/sample/admin'])(
    'locked: %s is 401 missing_key without a key',
    async (path) => {
      const { status, body, headers } = await locked.get(path);
      expect([status, body['code']]).toEqual([401, 'missing_key']);
      expect(headers['www-authenticate']).toBe('Bearer');
    },
  );

  it.each(['GET', 'POST', 'OPTIONS', 'TRACE'])(
    'locked: %s without a key does not reveal which paths exist',
    async (method) => {
      for (const path of ['/nope', '/api/nope', '/metrics', '/sample'])
        expect((await locked.send({ method, path })).body['code']).toBe('missing_key');
    },
  );

  it('locked: 401 comes before 405 for a request without a key', async () => {
    for (const method of ['PUT', 'OPTIONS'])
      expect((await locked.send({ method, path: '/sample/things' })).status).toBe(401);
    expect((await open.send({ method: 'PUT', path: '/sample/things' })).status).toBe(405);
  });

  it('locked: checks the key before it reads the body', async () => {
    const { status } = await locked.post('/sample/things', '{', { 'Content-Type': 'text/plain' });
    expect(status).toBe(401);
  });

  it.each([
    '/',
    '/favicon.ico',
    '/docs',
    '/docs/start.css',
    '/docs/start.js',
    '/docs/swagger-ui.css',
    '/api/health/live',
  ])('%s is public, whatever key is sent', async (path) => {
    for (const headers of [{}, { Authorization: 'Bearer wrong' }, { Authorization: 'Bearer' }])
      expect((await locked.get(path, headers)).status).toBeLessThan(400);
  });

  it.each(['Bearer kin_unknown', 'bearer x', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearer "x"'])(
    '%j is an unknown key: 401 invalid_key at any setting',
    async (authorization) => {
      for (const app of [open, locked]) {
        for (const path of ['/sample/things', '/nope']) {
          const { status, body, headers } = await app.get(path, { Authorization: authorization });
          expect([status, body['code']]).toEqual([401, 'invalid_key']);
          expect(headers['www-authenticate']).toMatch(/^Bearer/);
        }
      }
    },
  );

  it.each(['Basic dTpw', 'Digest x', 'Token kin_x', 'kin_x'])(
    'another scheme than Bearer is not a key: %s',
    async (authorization) => {
      const headers = { Authorization: authorization };
      expect((await open.get('/sample/things', headers)).status).toBe(200);
      expect((await locked.get('/sample/things', headers)).body['code']).toBe('missing_key');
    },
  );

  it('ignores a key in the query string', async () => {
    expect((await locked.get('/sample/things?api_key=x&key=x')).body['code']).toBe('missing_key');
  });

  it('a route without an access decorator is closed', async () => {
    const { status, body } = await open.get('/sample/closed');
    expect([status, body['code']]).toEqual([403, 'route_closed']);
  });

  it('reads on every request whether keys are required', async () => {
    const app = await PlatformApp.start();
    expect((await app.get('/sample/things')).status).toBe(200);
    app.configure({ security: { require_api_key: true } });
    expect((await app.get('/sample/things')).status).toBe(401);
    app.configure({ security: { require_api_key: false } });
    expect((await app.get('/sample/things')).status).toBe(200);
    await app.close();
  });
});
