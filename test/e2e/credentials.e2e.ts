import { PlatformApp, type RawRequest } from '../support/platform-app';
import { TestKinora } from '../support/kinora';

/** Header lines as they are on the wire. */
const lines = (headers: readonly string[]): string => headers.map((line) => `${line}\r\n`).join('');

describe('credentials of requests', () => {
  let platform: PlatformApp;
  beforeAll(async () => (platform = await PlatformApp.start()));
  afterAll(() => platform.close());

  const send = async (target: string, headers: readonly string[]): Promise<string> =>
    platform.raw(
      `${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines(headers)}\r\n`,
    );

  it.each([
    [['Authorization: Bearer a', 'Authorization: Bearer b']],
    [['Authorization: Basic dTpw', 'Authorization: Bearer b']],
    [['Authorization: Bearer a', 'Authorization: Basic dTpw']],
    [['Authorization: Basic dTpw', 'Cookie: kinora_key=kin_wrong']],
    [['Authorization:', 'Cookie: kinora_key=kin_wrong']],
    [['Cookie: a=b', 'Cookie: kinora_key=kin_wrong']],
    [['Cookie: kinora_key=']],
  ])('%j is an unknown key, in open mode too', async (headers) => {
    const answer = await send('GET /sample/things', headers);
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).toMatch(/\r\nWWW-Authenticate: Bearer error="invalid_token"\r\n/);
    expect(answer).toContain('"code":"invalid_key"');
  });

  it.each([[['Authorization: Basic dTpw']], [['Authorization: Basic a', 'Authorization: x']]])(
    '%j is not a key',
    async (headers) => {
      expect(await send('GET /sample/things', headers)).toMatch(/^HTTP\/1.1 200 /);
    },
  );

  it('refuses a change with a dead cookie before it reads the body', async () => {
    const cookie = [
      'Cookie: kinora_key=kin_wrong',
      'Origin: http://localhost',
      'Content-Length: 9',
    ];
    expect(await send('POST /sample/things', cookie)).toMatch(/^HTTP\/1.1 401 /);
  });
});

describe('a key that is revoked, replaced or unknown', () => {
  let kinora: TestKinora;
  let admin: Awaited<ReturnType<TestKinora['agent']>>;
  let dead: readonly string[];
  beforeAll(async () => {
    kinora = await TestKinora.start();
    admin = await kinora.agent('root', { is_admin: true });
    const revoked = await kinora.agent('revoked', {}, admin);
    await admin.patch('/api/agents/revoked', { enabled: false });
    const replaced = await kinora.agent('replaced', {}, admin);
    await admin.post('/api/agents/replaced/rotate');
    dead = [revoked.key, replaced.key, `kin_${'x'.repeat(43)}`, 'kin_', 'two words', ''];
  });
  afterAll(() => kinora.close());

  const PATHS = ['/api/jobs', '/api/errors', '/openapi.json', '/media/x.png', '/metrics', '/nope'];
  const PUBLIC = ['/docs', '/docs/start.js', '/api/health/live', '/api/session'];

  const answer = async (
    method: string,
    path: string,
    headers: RawRequest['headers'],
  ): Promise<string> => {
    const sent = Object.entries(headers ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    );
    const response = await fetch(kinora.url + path, { method, headers: sent, redirect: 'manual' });
    const body = await response.text();
    const code = /"code":"(\w+)"/.exec(body)?.[1] ?? '';
    return `${response.status} ${code} ${response.headers.get('www-authenticate') ?? ''}`.trim();
  };

  it.each([false, true])(
    'is refused on every path that isn’t public; keys required: %s',
    async (required) => {
      kinora.configure({ security: { require_api_key: required } });
      for (const key of dead) {
        const page = { Origin: kinora.url, 'Sec-Fetch-Site': 'same-origin' };
        for (const headers of [
          { Authorization: `Bearer ${key}` },
          { ...page, Cookie: `kinora_key=${key}` },
          { Authorization: 'Basic dTpw', ...page, Cookie: `kinora_key=${key}` },
          { Authorization: `Bearer ${key}`, Cookie: `kinora_key=${admin.key}` },
        ]) {
          for (const path of PATHS) {
            for (const method of ['GET', 'POST', 'PUT', 'OPTIONS'])
              expect([method, path, await answer(method, path, headers)]).toEqual([
                ...[method, path, '401 invalid_key Bearer error="invalid_token"'],
              ]);
            expect(await answer('HEAD', path, headers)).toBe('401  Bearer error="invalid_token"');
          }
          for (const path of PUBLIC) expect(await answer('GET', path, headers)).toBe('200');
        }
      }
    },
  );

  it('a missing key is answered with a plain challenge', async () => {
    kinora.configure({ security: { require_api_key: true } });
    for (const path of PATHS)
      for (const method of ['GET', 'POST', 'OPTIONS'])
        expect(await answer(method, path, {})).toBe('401 missing_key Bearer');
    expect(await answer('HEAD', '/api/jobs', {})).toBe('401  Bearer');
  });

  it('the header takes precedence over the cookie, and a proxy’s Basic header is ignored', async () => {
    const cookie = { Cookie: `kinora_key=${admin.key}` };
    const member = await kinora.agent('member', {}, admin);
    expect(await answer('GET', '/api/agents', cookie)).toBe('200');
    const both = { ...cookie, Authorization: `Bearer ${member.key}` };
    expect(await answer('GET', '/api/agents', both)).toBe('403 admin_only');
    const basic = { ...cookie, Authorization: 'Basic dTpw' };
    expect(await answer('GET', '/api/agents', basic)).toBe('200');
  });
});
