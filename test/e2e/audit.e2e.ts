import { png } from '../support/media-samples';
import { TestKinora } from '../support/kinora';

interface Entry {
  readonly actor: string | null;
  readonly actor_kind: string;
  readonly action: string;
  readonly subject: string;
  readonly owner: string | null;
  readonly details: Record<string, unknown>;
}
interface Page {
  readonly items: Entry[];
  readonly next_cursor: string | null;
  readonly total?: number;
}
type Keyed = Awaited<ReturnType<TestKinora['agent']>>;

describe('GET /api/audit', () => {
  let kinora: TestKinora;
  let root: Keyed;
  let painter: Keyed;
  beforeAll(async () => {
    kinora = await TestKinora.start();
    root = await kinora.agent('root', { is_admin: true });
    painter = await kinora.agent('painter', {}, root);
  });
  afterAll(() => kinora.close());

  const auditLog = async (query: string): Promise<Entry[]> =>
    (await root.get<Page>(`/api/audit?${query}`)).body.items;

  it('lists who created, changed, revoked, enabled, rotated and deleted a key, newest first', async () => {
    await kinora.agent('short', { max_concurrent_jobs: 1 }, root);
    await root.patch('/api/agents/short', { allowed_workflows: ['sdxl-t2i'] });
    await root.patch('/api/agents/short', { enabled: false });
    await root.patch('/api/agents/short', { enabled: true });
    const { body } = await root.post<{ key: string }>('/api/agents/short/rotate');
    await root.delete('/api/agents/short');
    const entries = await auditLog('subject=short');
    expect(entries.map(({ action }) => action)).toEqual([
      ...['agent.delete', 'agent.rotate', 'agent.enable', 'agent.revoke', 'agent.update'],
      'agent.create',
    ]);
    expect(new Set(entries.map(({ actor, actor_kind }) => `${actor ?? ''} ${actor_kind}`))).toEqual(
      new Set(['root agent']),
    );
    expect(entries[4]?.details).toEqual({ allowed_workflows: ['sdxl-t2i'] });
    expect(entries[5]?.details).toMatchObject({ is_admin: false, max_concurrent_jobs: 1 });
    expect(JSON.stringify(entries)).not.toContain(body.key);
  });

  it('records a caller without a key as unrestricted', async () => {
    await kinora.agent('by-unrestricted');
    const [entry] = await auditLog('subject=by-unrestricted');
    expect(entry).toMatchObject({
      actor: null,
      actor_kind: 'unrestricted',
      owner: 'by-unrestricted',
    });
  });

  it('records changes of media by others, but not by the owner', async () => {
    const path = (await painter.upload('a.png', await png())).body.path;
    const own = (await painter.upload('b.png', await png(8, 8))).body.path;
    await painter.delete(`/api/media/${own}`);
    await root.delete(`/api/media/${path}`);
    expect(await auditLog('action=media.delete')).toMatchObject([
      { actor: 'root', subject: path, owner: 'painter' },
    ]);
  });

  it('records when an admin cancels the job of another owner', async () => {
    const body = { workflow: 'sd15-t2i', prompt: 'a fox', provider: 'simulator', steps: 10_000 };
    const submit = async (): Promise<string> => {
      const answer = await painter.post<{ prompt_id: string }>('/api/image/generate', body);
      return answer.body.prompt_id;
    };
    const [own, foreign] = [await submit(), await submit()];
    expect((await painter.post(`/api/jobs/${own}/cancel`)).status).toBe(200);
    expect((await root.post(`/api/jobs/${foreign}/cancel`)).status).toBe(200);
    expect((await root.post(`/api/jobs/${foreign}/cancel`)).status).toBe(409);
    expect(await auditLog('action=job.cancel')).toMatchObject([
      { actor: 'root', subject: foreign, owner: 'painter' },
    ]);
  });

  it('records what an admin with a key does to things without an owner, but not what a caller without a key does to them', async () => {
    const [first, second] = [
      (await kinora.as(null).upload('a.png', await png())).body.path,
      (await kinora.as(null).upload('b.png', await png(8, 8))).body.path,
    ];
    await kinora.delete(`/api/media/${first}`);
    await root.delete(`/api/media/${second}`);
    const body = { workflow: 'sd15-t2i', prompt: 'a fox', provider: 'simulator', steps: 10_000 };
    const submitted = await kinora.post<{ prompt_id: string }>('/api/image/generate', body);
    const job = submitted.body.prompt_id;
    expect((await root.post(`/api/jobs/${job}/cancel`)).status).toBe(200);
    expect(await auditLog(`subject=${first}`)).toEqual([]);
    expect([
      ...(await auditLog(`subject=${second}`)),
      ...(await auditLog(`subject=${job}`)),
    ]).toMatchObject([
      { action: 'media.delete', actor: 'root', actor_kind: 'agent', owner: null },
      { action: 'job.cancel', actor: 'root', actor_kind: 'agent', owner: null },
    ]);
  });

  it('records reruns of other owners’ jobs with the new job, but not of own jobs and no dry runs', async () => {
    const body = { workflow: 'sd15-t2i', prompt: 'a fox', provider: 'simulator' };
    const answer = await painter.post<{ prompt_id: string }>('/api/image/generate', body);
    const path = `/api/jobs/${answer.body.prompt_id}/rerun`;
    expect((await painter.post(path, {})).status).toBe(200);
    expect((await root.post(path, { changes: { steps: 0 } })).status).toBe(422);
    expect((await root.post(path, { changes: { submit: false } })).status).toBe(200);
    expect(await auditLog('action=job.rerun')).toEqual([]);
    const made = (await root.post<{ prompt_id: string }>(path, {})).body.prompt_id;
    expect(await auditLog('action=job.rerun')).toMatchObject([
      {
        actor: 'root',
        owner: 'painter',
        subject: answer.body.prompt_id,
        details: { prompt_id: made },
      },
    ]);
  });

  it('records changes of a profile by others', async () => {
    await painter.patch('/api/agents/painter/profile', { bio: 'mine' });
    await root.patch('/api/agents/painter/profile', { bio: 'theirs' });
    expect(await auditLog('action=agent.profile')).toMatchObject([
      { actor: 'root', owner: 'painter', details: { fields: ['bio'] } },
    ]);
  });

  it('records nothing of a refused change', async () => {
    const before = (await root.get<Page>('/api/audit?with_total=true')).body.total;
    await root.delete('/api/agents/root');
    await root.post('/api/agents', { id: 'painter', name: 'x' });
    await painter.patch('/api/agents/root', { enabled: false });
    expect((await root.get<Page>('/api/audit?with_total=true')).body.total).toBe(before);
  });

  it('supports pages and filters', async () => {
    const first = (await root.get<Page>('/api/audit?actor=root&limit=2')).body;
    expect(first.items).toHaveLength(2);
    const second = await auditLog(`actor=root&limit=2&cursor=${first.next_cursor ?? ''}`);
    expect(second).not.toContainEqual(first.items[1]);
    expect(await auditLog('since=2999-01-01T00:00:00Z')).toEqual([]);
    expect((await root.get('/api/audit?since=yesterday')).status).toBe(422);
  });

  it('is visible to admins only', async () => {
    expect((await painter.get('/api/audit')).body['code']).toBe('admin_only');
  });

  it('a second agent with the same id has another owner name', async () => {
    const first = await kinora.agent('twice', {}, root);
    const old = (await first.upload('a.png', await png())).body.path;
    await root.delete('/api/agents/twice');
    const second = await kinora.agent('twice', {}, root);
    const young = (await second.upload('a.png', await png())).body.path;
    const owner = async (path: string): Promise<unknown> =>
      (await root.get(`/api/media/${path}`)).body['owner'];
    expect([await owner(old), await owner(young)]).toEqual(['twice', 'twice~2']);
    const owned = await root.get<{ items: { path: string }[] }>('/api/media?owner=twice~2');
    expect(owned.body.items.map(({ path }) => path)).toEqual([young]);
    expect((await second.get(`/api/media/${young}`)).body).not.toHaveProperty('owner');
  });

  it('only admins can filter jobs by owner', async () => {
    const other = await kinora.agent('printer', {}, root);
    const body = { workflow: 'sd15-t2i', prompt: 'a hare', provider: 'simulator' };
    const mine = (await other.post('/api/image/generate', body)).body['prompt_id'];
    const jobIdsOf = async (caller: Keyed, name: string): Promise<unknown[]> => {
      const path = `/api/jobs?owner=${name}`;
      const answer = await caller.get<{ items: { prompt_id: string }[] }>(path);
      return answer.body.items.map(({ prompt_id }) => prompt_id);
    };
    expect(await jobIdsOf(root, 'printer')).toEqual([mine]);
    expect(await jobIdsOf(other, 'printer')).toEqual([mine]);
    expect(await jobIdsOf(painter, 'printer')).toEqual([]);
    expect(await jobIdsOf(root, 'unknown')).toEqual([]);
  });
});
