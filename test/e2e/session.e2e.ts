import { type Answer, TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';

type Headers = Readonly<Record<string, string>>;
type Agent = Awaited<ReturnType<TestKinora['agent']>>;

const LOCKED = { security: { require_api_key: true } };
const COOKIE = /^kinora_key=(kin_[A-Za-z0-9_-]{43}); Max-Age=2592000; Path=\/; Expires=[^;]+;/;
const CLEARED = /^kinora_key=; Max-Age=0; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/;

const cookieOf = ({ headers }: Answer): string | null => headers.get('set-cookie');
const codeOf = ({ status, body }: Answer): unknown => (status < 400 ? status : body['code']);

describe('POST /api/session: signs a browser in', () => {
  let kinora: TestKinora;
  let admin: Agent;
  let member: Agent;
  beforeAll(async () => {
    kinora = await TestKinora.start();
    admin = await kinora.agent('root', { is_admin: true });
    member = await kinora.agent('member', { name: 'Member' }, admin);
  });
  afterAll(() => kinora.close());
  beforeEach(() => kinora.configure(LOCKED));

  /** Headers of a browser on a page of our own origin. */
  const page = (key?: string): Headers => ({
    'Sec-Fetch-Site': 'same-origin',
    Origin: kinora.url,
    ...(key === undefined ? {} : { Cookie: `theme=dark; kinora_key=${key}` }),
  });
  const browser = (key?: string): TestCaller => new TestCaller(kinora.url, page(key));
  const signIn = (key: string, headers: Headers = page()): Promise<Answer> =>
    new TestCaller(kinora.url, headers).post('/api/session', { key });

  it('checks the key, sets an HttpOnly cookie, and answers the account', async () => {
    const answer = await signIn(member.key);
    expect([answer.status, answer.body]).toEqual([
      200,
      { agent: { id: 'member', name: 'Member', is_admin: false, avatar: null } },
    ]);
    expect(cookieOf(answer)).toMatch(COOKIE);
    expect(cookieOf(answer)).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const key = COOKIE.exec(cookieOf(answer) ?? '')?.[1] ?? '';
    expect(codeOf(await browser(key).get('/api/jobs'))).toBe(200);
  });

  it.each([true, false])('GET answers the account; keys required: %s', async (required) => {
    kinora.configure({ security: { require_api_key: required } });
    const install = {
      require_api_key: required,
      version: expect.any(String),
      features: [
        'batches',
        'characters',
        'chat',
        'collections',
        'mcp',
        'models',
        'plan',
        'presets',
        'projects',
        'prompts',
        'webhooks',
        'workflow_import',
      ],
      limits: { upload_bytes: 512 * 1024 * 1024, trash_days: 30 },
      simulator_only: true,
    };
    const signedOut = { ...install, agent: null, unrestricted: !required };
    const root = {
      id: 'root',
      name: 'root',
      is_admin: true,
      avatar: null,
      allowed_characters: [],
      allowed_workflows: [],
      max_concurrent_jobs: null,
      unfinished: 0,
    };
    const rooted = { ...install, agent: root, unrestricted: false };
    expect((await browser().get('/api/session')).body).toEqual(signedOut);
    expect((await browser(admin.key).get('/api/session')).body).toEqual(rooted);
    expect((await admin.get('/api/session')).body).toEqual(rooted);
    // Every other call with such a key is 401, in open mode too.
    for (const key of ['', 'wrong', 'kin_wrong'])
      expect((await kinora.as(key).get('/api/session')).body).toEqual({
        ...signedOut,
        unrestricted: false,
      });
    expect((await browser('kin_wrong').get('/api/session')).body).toEqual(signedOut);
  });

  it('names speech and training among the features once they are set up', async () => {
    const features = async () => (await admin.get('/api/session')).body['features'];
    kinora.configure({ training: { base_url: 'http://127.0.0.1:9', root: 'training' } });
    expect(await features()).toContain('training');
    expect(await features()).not.toContain('speech');
    kinora.configure({ speech: { openai: { base_url: 'http://127.0.0.1:9/v1' } } });
    expect(await features()).toContain('speech');
    expect(await features()).not.toContain('training');
  });

  it('contains the avatar while the account may read it', async () => {
    const artist = await kinora.agent('artist', {}, admin);
    const { path } = (await artist.upload('me.png', await png())).body;
    await artist.patch('/api/agents/artist/profile', { avatar: path });
    const shown = async () => (await browser(artist.key).get('/api/session')).body['agent'];
    expect(await shown()).toMatchObject({ avatar: path });
    await artist.delete(`/api/media/${path}`);
    expect(await shown()).toMatchObject({ avatar: null });
  });

  it('a wrong key is 401 invalid_key; no cookie is set, and an existing one stays', async () => {
    const revoked = await kinora.agent('revoked', {}, admin);
    await admin.patch('/api/agents/revoked', { enabled: false });
    for (const key of ['x', `kin_${'A'.repeat(43)}`, revoked.key]) {
      const answer = await signIn(key, page(member.key));
      expect([codeOf(answer), cookieOf(answer)]).toEqual(['invalid_key', null]);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    expect((await browser(member.key).get('/api/session')).body['agent']).not.toBeNull();
  });

  it.each([[{}], [{ key: '' }], [{ key: 7 }], [{ key: null }], [{ key: 'x'.repeat(201) }]])(
    '%j is 422, whatever the state of the allowance',
    async (body) => {
      expect((await browser().post('/api/session', body)).status).toBe(422);
    },
  );

  it('DELETE clears the cookie, and can be repeated', async () => {
    for (const key of [member.key, undefined, 'wrong']) {
      const answer = await browser(key).delete('/api/session');
      expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
      expect(cookieOf(answer)).toMatch(CLEARED);
    }
  });

  it('only GET clears a dead cookie', async () => {
    const brief = await kinora.agent('brief', {}, admin);
    const rotated = await admin.post<{ key: string }>('/api/agents/brief/rotate');
    const answer = await browser(brief.key).get('/api/session');
    expect(answer.body['agent']).toBeNull();
    expect(cookieOf(answer)).toMatch(CLEARED);
    const elsewhere = await browser(brief.key).get('/api/jobs');
    expect([codeOf(elsewhere), cookieOf(elsewhere)]).toEqual(['invalid_key', null]);
    expect(cookieOf(await browser(rotated.body.key).get('/api/session'))).toBeNull();
    expect(cookieOf(await kinora.as('kin_wrong').get('/api/session'))).toBeNull();
  });

  it('of several cookies the first that is a valid key counts', async () => {
    const wrong = `kin_${'A'.repeat(43)}`;
    const sent = (...keys: readonly string[]): TestCaller => browser(keys.join('; kinora_key='));
    expect(codeOf(await sent(wrong, '"x"', '', 'stale', member.key).get('/api/jobs'))).toBe(200);
    const { body } = await sent(member.key, admin.key).get('/api/session');
    expect(body['agent']).toMatchObject({ id: 'member' });
    expect(cookieOf(await sent(wrong, member.key).get('/api/session'))).toBeNull();
    expect(codeOf(await sent(wrong, wrong).get('/api/jobs'))).toBe('invalid_key');
    expect(codeOf(await sent('a', 'b', 'c', 'd', member.key).get('/api/jobs'))).toBe('invalid_key');
  });

  describe('a page of another origin', () => {
    const foreign: Headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const neighbour: Headers = { Origin: 'http://127.0.0.1:3000', 'Sec-Fetch-Site': 'same-site' };

    it.each([foreign, neighbour])(
      'can neither sign in nor out, nor read the session: %j',
      async (headers) => {
        for (const cookie of [{}, { Cookie: `kinora_key=${member.key}` }]) {
          const caller = new TestCaller(kinora.url, { ...headers, ...cookie });
          for (const answer of [
            await caller.post('/api/session', { key: admin.key }),
            await caller.delete('/api/session'),
            await caller.get('/api/session'),
          ])
            expect([codeOf(answer), cookieOf(answer)]).toEqual(['cross_origin', null]);
        }
      },
    );

    it('can’t do so with a form, either', async () => {
      const response = await fetch(`${kinora.url}/api/session`, {
        method: 'POST',
        headers: page(),
        body: new URLSearchParams({ key: member.key }),
      });
      expect([response.status, response.headers.get('set-cookie')]).toEqual([415, null]);
    });

    it('can’t use a valid cookie, neither to change nor to read', async () => {
      const caller = new TestCaller(kinora.url, {
        ...foreign,
        Cookie: `kinora_key=${admin.key}`,
      });
      expect(codeOf(await caller.post('/api/agents', { id: 'x', name: 'x' }))).toBe('cross_origin');
      expect(codeOf(await caller.get('/api/agents'))).toBe('cross_origin');
      expect(codeOf(await caller.delete('/api/agents/member'))).toBe('cross_origin');
    });

    it('a change that is signed by a cookie only must have an Origin', async () => {
      const bare = new TestCaller(kinora.url, { Cookie: `kinora_key=${admin.key}` });
      expect(codeOf(await bare.patch('/api/agents/member', { name: 'x' }))).toBe('cross_origin');
      expect(codeOf(await bare.delete('/api/session'))).toBe('cross_origin');
      expect(codeOf(await bare.get('/api/agents'))).toBe(200);
      const keyed = new TestCaller(kinora.url, { ...bare.headers, ...admin.headers });
      expect(codeOf(await keyed.patch('/api/agents/member', { name: 'Member' }))).toBe(200);
    });
  });

  describe('a page of server.cors_origins', () => {
    // Another port of this host: browsers count it as the same site and send it our cookie.
    const guest: Headers = { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-site' };
    const listed = { cors_origins: [guest['Origin']] };
    const withCookie = (): Headers => ({ ...guest, Cookie: `kinora_key=${admin.key}` });
    beforeEach(() => kinora.configure({ ...LOCKED, server: listed }));

    it('can’t use the cookie of a signed-in user, neither to change nor to read', async () => {
      for (const required of [true, false]) {
        kinora.configure({ security: { require_api_key: required }, server: listed });
        const caller = new TestCaller(kinora.url, withCookie());
        for (const answer of [
          await caller.post('/api/agents', { id: 'x', name: 'x' }),
          await caller.delete('/api/agents/member'),
          await caller.get('/api/agents'),
          await caller.get('/api/session'),
          await new TestCaller(kinora.url, { ...withCookie(), Authorization: 'Basic dTpw' }).get(
            '/api/agents',
          ),
        ]) {
          expect([codeOf(answer), cookieOf(answer)]).toEqual(['cross_origin', null]);
          expect(answer.body['detail']).toContain('Authorization: Bearer <key>');
          expect(answer.headers.get('access-control-allow-origin')).toBe(guest['Origin']);
        }
      }
    });

    it.each(['/api/session', '/api/session/', '/API/Session'])(
      'can neither sign in nor out with any credential: %s',
      async (path) => {
        for (const headers of [guest, withCookie(), { ...guest, ...admin.headers }]) {
          const caller = new TestCaller(kinora.url, headers);
          for (const answer of [
            await caller.post(path, { key: member.key }),
            await caller.delete(path),
          ])
            expect([codeOf(answer), cookieOf(answer)]).toEqual(['cross_origin', null]);
        }
      },
    );

    it('is served with a key, or without one when none is required', async () => {
      const keyed = new TestCaller(kinora.url, { ...withCookie(), ...member.headers });
      expect((await keyed.get('/api/session')).body['agent']).toMatchObject({ id: 'member' });
      expect(codeOf(await keyed.get('/api/agents'))).toBe('admin_only');
      const bare = new TestCaller(kinora.url, guest);
      expect(codeOf(await bare.get('/api/jobs'))).toBe('missing_key');
      kinora.configure({ server: listed });
      expect(codeOf(await bare.get('/api/jobs'))).toBe(200);
      expect(codeOf(await bare.get('/api/session'))).toBe(200);
    });

    it('is treated as our own when it has our own origin', async () => {
      kinora.configure({ ...LOCKED, server: { cors_origins: [kinora.url] } });
      expect(codeOf(await signIn(member.key))).toBe(200);
      expect(codeOf(await browser(member.key).get('/api/jobs'))).toBe(200);
    });
  });

  describe('Secure', () => {
    const secure = async (headers: Headers = {}): Promise<boolean> =>
      (cookieOf(await signIn(member.key, { ...page(), ...headers })) ?? '').includes('; Secure');
    const forwarded = { 'X-Forwarded-Proto': 'https' };

    it('is set behind a trusted proxy that ends TLS, or when the public address is https', async () => {
      expect(await secure()).toBe(false);
      kinora.configure({ ...LOCKED, server: { trusted_proxies: ['127.0.0.0/8'] } });
      expect(await secure()).toBe(false);
      // A browser behind the proxy names the page's own protocol.
      const origin = kinora.url.replace(/^http:/, 'https:');
      expect(await secure({ ...forwarded, Origin: origin })).toBe(true);
      kinora.configure({ ...LOCKED, server: { public_url: 'https://kinora.example' } });
      expect(await secure()).toBe(true);
      kinora.configure({ ...LOCKED, server: { public_url: 'http://kinora.example' } });
      expect(await secure()).toBe(false);
    });

    it('is not set because of an untrusted header', async () => {
      expect(await secure(forwarded)).toBe(false);
      kinora.configure({ ...LOCKED, server: { trusted_proxies: ['10.0.0.0/8'] } });
      expect(await secure(forwarded)).toBe(false);
    });
  });

  it('ignores X-Forwarded-Host of a trusted proxy: our own host is the Host header', async () => {
    kinora.configure({ ...LOCKED, server: { trusted_proxies: ['127.0.0.1', '::1'] } });
    const forged = { 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' };
    const headers = { ...forged, Origin: 'https://evil.example' };
    expect(codeOf(await signIn(member.key, headers))).toBe('cross_origin');
    expect(codeOf(await signIn(member.key, { ...forged, ...page() }))).toBe(200);
  });
});
