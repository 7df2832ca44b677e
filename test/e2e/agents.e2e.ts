import { createHash } from 'node:crypto';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';
import { StreamReader } from '../support/stream-reader';

interface AgentRecord extends Record<string, unknown> {
  readonly id: string;
  readonly enabled: boolean;
  readonly last_used_at: string | null;
}
interface WithKey {
  readonly agent: AgentRecord;
  readonly key: string;
}

describe('agents', () => {
  let kinora: TestKinora;
  let admin: Awaited<ReturnType<TestKinora['agent']>>;
  let member: Awaited<ReturnType<TestKinora['agent']>>;
  beforeAll(async () => {
    kinora = await TestKinora.start({ security: { require_api_key: false } });
    admin = await kinora.agent('root', { is_admin: true });
    member = await kinora.agent('member', {}, admin);
    kinora.configure({ security: { require_api_key: true } });
  });
  afterAll(() => kinora.close());

  it('creates an agent and shows its key once', async () => {
    const { status, body } = await admin.post<WithKey>('/api/agents', {
      id: 'film-crew',
      name: 'Film crew',
      allowed_workflows: ['sdxl-t2i', 'sdxl-t2i'],
      max_concurrent_jobs: 2,
    });
    expect(status).toBe(201);
    expect(body.key).toMatch(/^kin_[A-Za-z0-9_-]{43}$/);
    expect(body.agent).toEqual({
      id: 'film-crew',
      name: 'Film crew',
      enabled: true,
      is_admin: false,
      allowed_characters: [],
      allowed_workflows: ['sdxl-t2i'],
      max_concurrent_jobs: 2,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      last_used_at: null,
      avatar: null,
      bio: '',
    });
    const seen = await admin.get('/api/agents/film-crew');
    expect(seen.body).toEqual(body.agent);
    expect((await kinora.as(body.key).get('/api/jobs')).status).toBe(200);
  });

  it('stores only the SHA-256 of a key', async () => {
    const hash = createHash('sha256').update(member.key).digest('hex');
    const list = JSON.stringify((await admin.get('/api/agents')).body);
    expect(list).not.toContain(member.key);
    expect(list).not.toContain(hash);
  });

  it.each([
    [{ name: 'x' }, 'id', 'missing'],
    [{ id: 'Film', name: 'x' }, 'id', 'string_pattern_mismatch'],
    [{ id: `a${'b'.repeat(64)}`, name: 'x' }, 'id', 'string_pattern_mismatch'],
    [{ id: '-a', name: 'x' }, 'id', 'string_pattern_mismatch'],
    [{ id: 'a', name: '' }, 'name', 'string_too_short'],
    [{ id: 'a', name: 'n'.repeat(101) }, 'name', 'string_too_long'],
    [{ id: 'a', name: 'a\nb' }, 'name', 'string_pattern_mismatch'],
    [{ id: 'a', name: 'a\u001b[2Jb' }, 'name', 'string_pattern_mismatch'],
    [{ id: 'a', name: 'a\u007f' }, 'name', 'string_pattern_mismatch'],
    [{ id: 'a', name: 'a\u009b' }, 'name', 'string_pattern_mismatch'],
    [{ id: 'a', name: 'a\u2028b' }, 'name', 'string_pattern_mismatch'],
    [{ id: 'a', name: 'a\u202etxt' }, 'name', 'string_pattern_mismatch'],
    [{ id: 'a', name: 'a\u2066b' }, 'name', 'string_pattern_mismatch'],
    [{ id: 'a', name: 'x', is_admin: 1 }, 'is_admin', 'bool_type'],
    [{ id: 'a', name: 'x', max_concurrent_jobs: 0 }, 'max_concurrent_jobs', 'greater_than_equal'],
    [{ id: 'a', name: 'x', allowed_workflows: 'sdxl-t2i' }, 'allowed_workflows', 'list_type'],
    [{ id: 'a', name: 'x', key: 'kin_mine' }, 'key', 'extra_forbidden'],
  ])('refuses %j', async (body, field, type) => {
    const { status, body: answer } = await admin.post<{
      detail: { loc: unknown[]; type: string }[];
    }>('/api/agents', body);
    expect(status).toBe(422);
    expect(answer.detail.map((item) => [item.loc[1], item.type])).toEqual([[field, type]]);
  });

  it('refuses the id of an existing agent: 409 agent_exists', async () => {
    const { status, body } = await admin.post('/api/agents', { id: 'member', name: 'x' });
    expect([status, body['code']]).toEqual([409, 'agent_exists']);
  });

  it('of two parallel requests for the same id, one succeeds', async () => {
    const tries = Array.from({ length: 8 }, () =>
      admin.post('/api/agents', { id: 'twin', name: 'x' }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  it('lists newest first, in pages', async () => {
    for (const id of ['page-1', 'page-2', 'page-3']) await kinora.agent(id, {}, admin);
    interface Page {
      items: AgentRecord[];
      next_cursor: string | null;
      total?: number;
    }
    const first = (await admin.get<Page>('/api/agents?limit=2&with_total=true')).body;
    expect(first.items.map(({ id }) => id)).toEqual(['page-3', 'page-2']);
    const second = (await admin.get<Page>(`/api/agents?limit=2&cursor=${first.next_cursor ?? ''}`))
      .body;
    expect(second.items[0]?.id).toBe('page-1');
    expect(first.total).toBeGreaterThanOrEqual(5);
  });

  it('PATCH changes only the fields that are sent, and null resets the job limit and the allowlists', async () => {
    await kinora.agent('patched', { max_concurrent_jobs: 3, allowed_characters: ['mira'] }, admin);
    const patched = await admin.patch('/api/agents/patched', {
      name: 'New',
      max_concurrent_jobs: null,
    });
    expect(patched.body).toMatchObject({
      name: 'New',
      max_concurrent_jobs: null,
      allowed_characters: ['mira'],
      enabled: true,
    });
    const lists = { allowed_characters: null, allowed_workflows: null };
    expect((await admin.patch('/api/agents/patched', lists)).body).toMatchObject({
      allowed_characters: [],
      allowed_workflows: [],
    });
    for (const field of ['name', 'enabled', 'is_admin'])
      expect((await admin.patch('/api/agents/patched', { [field]: null })).status).toBe(422);
    expect((await admin.patch('/api/agents/patched', { id: 'other' })).status).toBe(422);
    expect((await admin.patch('/api/agents/patched', patched.body)).status).toBe(200);
  });

  it('PATCH that changes nothing records nothing, and leaves the streams of the key open', async () => {
    const unchanged = await kinora.agent('unchanged', { max_concurrent_jobs: 2 }, admin);
    const stream = await StreamReader.open(`${kinora.url}/api/events`, unchanged.headers);
    for (const body of [{}, { enabled: true, max_concurrent_jobs: 2, allowed_workflows: [] }])
      expect((await admin.patch('/api/agents/unchanged', body)).status).toBe(200);
    await admin.patch('/api/agents/unchanged', { max_concurrent_jobs: 3 });
    await stream.closed;
    const audit = await admin.get<{ items: object[] }>('/api/audit?subject=unchanged');
    expect(audit.body.items).toMatchObject([
      { action: 'agent.update', details: { max_concurrent_jobs: 3 } },
      { action: 'agent.create' },
    ]);
  });

  it('keeps concurrent changes of different fields', async () => {
    await kinora.agent('busy', {}, admin);
    await Promise.all([
      admin.patch('/api/agents/busy', { name: 'Renamed' }),
      admin.patch('/api/agents/busy', { max_concurrent_jobs: 7 }),
      admin.patch('/api/agents/busy', { allowed_workflows: ['sdxl-t2i'] }),
    ]);
    expect((await admin.get('/api/agents/busy')).body).toMatchObject({
      name: 'Renamed',
      max_concurrent_jobs: 7,
      allowed_workflows: ['sdxl-t2i'],
    });
  });

  it('rejects a revoked key, and accepts it when it is enabled again', async () => {
    const other = await kinora.agent('revoked', {}, admin);
    expect((await admin.patch('/api/agents/revoked', { enabled: false })).status).toBe(200);
    for (const required of [true, false]) {
      kinora.configure({ security: { require_api_key: required } });
      const { status, body } = await other.get('/api/jobs');
      expect([status, body['code']]).toEqual([401, 'invalid_key']);
    }
    kinora.configure({ security: { require_api_key: true } });
    await admin.patch('/api/agents/revoked', { enabled: true });
    expect((await other.get('/api/jobs')).status).toBe(200);
  });

  it('rotate: the old key stops working at once, the new one works, enabled stays as it is', async () => {
    const old = await kinora.agent('rotated', {}, admin);
    const { status, body } = await admin.post<WithKey>('/api/agents/rotated/rotate');
    expect(status).toBe(200);
    expect((await old.get('/api/jobs')).status).toBe(401);
    expect((await kinora.as(body.key).get('/api/jobs')).status).toBe(200);
    await admin.patch('/api/agents/rotated', { enabled: false });
    const next = await admin.post<WithKey>('/api/agents/rotated/rotate');
    expect(next.body.agent.enabled).toBe(false);
    expect((await kinora.as(next.body.key).get('/api/jobs')).status).toBe(401);
  });

  it('delete removes the agent and its key', async () => {
    const gone = await kinora.agent('gone', {}, admin);
    expect((await admin.delete('/api/agents/gone')).body).toEqual({ ok: true, id: 'gone' });
    expect((await gone.get('/api/jobs')).status).toBe(401);
    for (const answer of [
      await admin.get('/api/agents/gone'),
      await admin.patch('/api/agents/gone', { name: 'x' }),
      await admin.post('/api/agents/gone/rotate'),
      await admin.delete('/api/agents/gone'),
      await admin.get('/api/agents/gone/profile'),
    ])
      expect([answer.status, answer.body['code']]).toEqual([404, 'agent_not_found']);
  });

  it('a key cannot revoke, replace, delete or remove admin from itself', async () => {
    for (const answer of [
      await admin.patch('/api/agents/root', { enabled: false }),
      await admin.patch('/api/agents/root', { is_admin: false, name: 'x' }),
      await admin.post('/api/agents/root/rotate'),
      await admin.delete('/api/agents/root'),
    ])
      expect([answer.status, answer.body['code']]).toEqual([400, 'self_lockout']);
    expect((await admin.patch('/api/agents/root', { name: 'Root' })).status).toBe(200);
    expect((await admin.get('/api/agents/root')).body).toMatchObject({
      name: 'Root',
      is_admin: true,
    });
  });

  it('answers 403 admin_only to others, whether the agent exists or not', async () => {
    for (const answer of [
      await member.get('/api/agents'),
      await member.post('/api/agents', { id: 'x', name: 'x' }),
      await member.get('/api/agents/root'),
      await member.get('/api/agents/nobody'),
      await member.patch('/api/agents/member', { is_admin: true }),
      await member.delete('/api/agents/member'),
      await member.post('/api/agents/member/rotate'),
    ])
      expect([answer.status, answer.body['code']]).toEqual([403, 'admin_only']);
  });

  it('records when a key was last used', async () => {
    await member.get('/api/jobs');
    const used = await eventually(async () => {
      const { body } = await admin.get<AgentRecord>('/api/agents/member');
      return body.last_used_at;
    });
    expect(used).toMatch(/^\d{4}-.*Z$/);
  });

  describe('profiles', () => {
    it('are visible to their own key and to admins; others get 404', async () => {
      await kinora.agent('stranger', {}, admin);
      const profile = { id: 'member', name: 'member', avatar: null, bio: 'I paint.' };
      const changed = await member.patch('/api/agents/member/profile', { bio: 'I paint.' });
      expect(changed.body).toEqual({ ok: true, profile });
      expect((await admin.get('/api/agents/member/profile')).body['profile']).toEqual(profile);
      for (const id of ['stranger', 'root', 'nobody']) {
        const { status, body } = await member.get(`/api/agents/${id}/profile`);
        expect([status, body['code']]).toEqual([404, 'agent_not_found']);
        expect((await member.patch(`/api/agents/${id}/profile`, { bio: 'x' })).status).toBe(404);
      }
      const long = await member.patch('/api/agents/member/profile', { bio: 'x'.repeat(281) });
      expect(long.status).toBe(422);
    });

    it('a bio may have line breaks but no other control characters; a name has one line', async () => {
      const bio = 'I paint.\n\nפוקסים 🦊, too.';
      const path = '/api/agents/member/profile';
      expect((await member.patch(path, { bio })).body['profile']).toMatchObject({ bio });
      for (const dirty of ['a\rb', 'a\tb', 'a\u0085b', 'a\u2029b', 'a\u202db']) {
        const refused = await member.patch(path, { bio: dirty });
        expect([refused.status, JSON.stringify(refused.body)]).toEqual([
          422,
          expect.stringContaining('Send text without control characters (line feeds are fine)'),
        ]);
      }
      const renamed = await admin.patch('/api/agents/member', { name: 'a\nb' });
      expect(renamed.status).toBe(422);
    });

    it('the avatar must be a file that the account itself may read', async () => {
      const mine = (await member.upload('me.png', await png())).body.path;
      const foreign = (await admin.upload('root.png', await png())).body.path;
      for (const avatar of [`/media/${mine}`, mine]) {
        const { body } = await member.patch('/api/agents/member/profile', { avatar });
        expect(body['profile']).toMatchObject({ avatar: mine });
      }
      for (const path of [foreign, 'no-such.png']) {
        for (const caller of [member, admin]) {
          const { status, body } = await caller.patch('/api/agents/member/profile', {
            avatar: path,
          });
          expect([status, body['code']]).toEqual([404, 'media_not_found']);
        }
      }
      expect((await admin.get('/api/agents/member')).body['avatar']).toBe(mine);
      await member.delete(`/api/media/${mine}`);
      expect((await admin.get('/api/agents/member')).body['avatar']).toBeNull();
      expect((await member.get('/api/agents/member/profile')).body['profile']).toMatchObject({
        avatar: null,
      });
    });
  });
});
