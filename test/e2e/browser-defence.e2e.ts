import { PlatformApp } from '../support/platform-app';

const OWN = 'kinora.example';
const GUEST = 'https://studio.guest.example';

describe('browser checks, in open mode too', () => {
  let kinora: PlatformApp;
  beforeAll(async () => {
    kinora = await PlatformApp.start({
      server: {
        public_url: 'https://public.example/kinora',
        allowed_hosts: [OWN],
        cors_origins: [GUEST],
      },
    });
  });
  afterAll(() => kinora.close());

  const code = async (
    path: string,
    headers: Record<string, string>,
    method = 'GET',
  ): Promise<unknown> => {
    const { status, body } = await kinora.send({ path, method, headers });
    return status < 400 ? status : body['code'];
  };

  describe('Host header', () => {
    it.each([
      'localhost',
      'LOCALHOST:8190',
      'localhost.',
      '127.0.0.1',
      '127.0.0.1:1',
      '192.168.7.9:8190',
      '[::1]',
      '[::1]:8190',
      '[2001:db8::7]:80',
      'public.example',
      'Public.Example:443',
      'kinora.example',
      'kinora.example.:8190',
    ])('%s is served', async (host) => {
      expect(await code('/api/health', { Host: host })).toBe(200);
    });

    it.each([
      'evil.example',
      'evil.example:8190',
      'localhost.evil.example',
      'evil.localhost',
      'public.example.evil.example',
      '127.0.0.1.evil.example',
      '0x7f.1',
      'localhost..',
      '::1',
      '[::1',
      '[evil.example]',
      'localhost:x',
      'user@localhost',
      'local host',
      '',
    ])('%j is refused on every path', async (host) => {
      for (const path of ['/', '/docs', '/api/health/live', '/openapi.json', '/nope'])
        expect(await code(path, { Host: host })).toBe('host_not_allowed');
    });

    it('refuses a request without a host, and one with two', async () => {
      const ask = (hosts: string): Promise<string> =>
        kinora.raw(`GET /api/health HTTP/1.0\r\n${hosts}\r\n`);
      expect(await ask('Host: localhost\r\n')).toMatch(/^HTTP\/1.1 200/);
      expect(await ask('')).toMatch(/^HTTP\/1.1 421/);
      expect(await ask('Host: localhost\r\nHost: evil.example\r\n')).toMatch(/^HTTP\/1.1 4/);
    });

    it('answers 421 for an unknown host and follows configuration changes', async () => {
      const app = await PlatformApp.start();
      const host = { Host: 'later.example' };
      expect((await app.get('/api/health', host)).status).toBe(421);
      app.configure({ server: { allowed_hosts: ['later.example'] } });
      expect((await app.get('/api/health', host)).status).toBe(200);
      await app.close();
    });
  });

  describe('Origin header', () => {
    const own = (): string => `http://127.0.0.1:${kinora.port}`;
    const host = (): string => `127.0.0.1:${kinora.port}`;

    it.each<[string, () => Record<string, string>]>([
      ['a script', () => ({})],
      ['our own page', () => ({ Origin: own(), 'Sec-Fetch-Site': 'same-origin' })],
      ['our own page without fetch metadata', () => ({ Origin: own() })],
      ['the address bar', () => ({ 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' })],
      [
        'our page behind a proxy that ends TLS',
        () => ({ Origin: `https://${host()}`, 'Sec-Fetch-Site': 'same-origin' }),
      ],
      ['the public address', () => ({ Origin: 'https://public.example' })],
      ['an allowed guest', () => ({ Origin: GUEST, 'Sec-Fetch-Site': 'cross-site' })],
    ])('%s may', async (_, headers) => {
      for (const method of ['GET', 'POST'])
        expect(
          await code(method === 'GET' ? '/api/health' : '/sample/touch', headers(), method),
        ).toBeLessThan(300);
    });

    it.each<[string, () => Record<string, string>]>([
      ['a page elsewhere', () => ({ Origin: 'https://evil.example' })],
      ['a sandboxed page', () => ({ Origin: 'null' })],
      ['another port of this machine', () => ({ Origin: 'http://127.0.0.1:3000' })],
      ['another service with TLS', () => ({ Origin: `https://${host()}` })],
      ['another scheme', () => ({ Origin: `ftp://${host()}` })],
      ['an image on a page elsewhere', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
      ['a page of the same site', () => ({ 'Sec-Fetch-Site': 'same-site' })],
      ['unknown fetch metadata', () => ({ 'Sec-Fetch-Site': 'else' })],
      [
        'an origin that contradicts',
        () => ({ Origin: GUEST.slice(0, -1), 'Sec-Fetch-Site': 'same-origin' }),
      ],
      ['a guest by another scheme', () => ({ Origin: GUEST.replace('https', 'http') })],
      ['our own public path', () => ({ Origin: 'https://public.example/kinora' })],
    ])('%s may not, on any path', async (_, headers) => {
      for (const path of ['/api/health', '/api/health/live', '/openapi.json', '/nope', '/docs'])
        expect(await code(path, headers())).toBe('cross_origin');
      expect(await code('/sample/touch', headers(), 'POST')).toBe('cross_origin');
      expect(await code('/sample/touch', headers(), 'OPTIONS')).toBe('cross_origin');
    });

    it('admits links from other sites to pages, but not to data, frames or forms', async () => {
      const link = {
        'Sec-Fetch-Site': 'cross-site',
        'Sec-Fetch-Mode': 'navigate',
        'Sec-Fetch-Dest': 'document',
      };
      expect(await code('/docs', link)).toBe(200);
      expect(await code('/', link)).toBe(302);
      for (const path of ['/api/health', '/API/health', '/media/x.png', '/openapi.json'])
        expect(await code(path, link)).toBe('cross_origin');
      expect(await code('/docs', { ...link, 'Sec-Fetch-Dest': 'iframe' })).toBe('cross_origin');
      expect(await code('/docs', link, 'POST')).toBe('cross_origin');
    });

    it('requires an origin for a change signed only by the cookie', async () => {
      const cookie = { Cookie: 'a=b; kinora_key=kin_x' };
      expect(await code('/sample/touch', cookie, 'POST')).toBe('cross_origin');
      // Passes the origin check; only the key is unknown.
      expect(await code('/api/health', cookie)).toBe('invalid_key');
      expect(await code('/sample/touch', { ...cookie, Origin: own() }, 'POST')).toBe('invalid_key');
    });
  });

  describe('CORS', () => {
    it('answers preflights of allowed origins only', async () => {
      const preflight = (origin: string) =>
        kinora.send({
          method: 'OPTIONS',
          path: '/sample/things',
          headers: {
            Origin: origin,
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'authorization,content-type',
            'Access-Control-Request-Private-Network': 'true',
          },
        });
      const { status, headers } = await preflight(GUEST);
      expect(status).toBe(204);
      expect(headers).toMatchObject({
        'access-control-allow-origin': GUEST,
        'access-control-allow-private-network': 'true',
        vary: 'Origin',
      });
      expect(headers['access-control-allow-methods']).toContain('POST');
      expect(headers['access-control-allow-headers']).toContain('Authorization');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      const other = await preflight('https://evil.example');
      expect(other.status).toBe(403);
      expect(other.headers['access-control-allow-origin']).toBeUndefined();
    });

    it('lets only allowed origins read answers, errors included', async () => {
      for (const path of ['/api/health', '/nope']) {
        const { headers } = await kinora.get(path, { Origin: GUEST });
        expect(headers['access-control-allow-origin']).toBe(GUEST);
        expect(headers['access-control-expose-headers']).toContain('X-Request-Id');
      }
      const plain = await kinora.get('/api/health');
      expect(plain.headers['access-control-allow-origin']).toBeUndefined();
      expect(plain.headers['vary']).toContain('Origin');
    });

    it('sends no CORS headers without configured origins', async () => {
      const app = await PlatformApp.start();
      const { status, headers } = await app.get('/api/health', { Origin: GUEST });
      expect(status).toBe(403);
      expect(Object.keys(headers).some((name) => name.startsWith('access-control'))).toBe(false);
      await app.close();
    });
  });
});
