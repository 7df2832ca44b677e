import { png } from '../support/media-samples';
import { LateBody } from '../support/late-body';
import { TestKinora } from '../support/kinora';

type Keyed = Awaited<ReturnType<TestKinora['agent']>>;

const JSON_BODY = { 'Content-Type': 'application/json' };
const IMAGE = { workflow: 'sd15-t2i', prompt: 'a fox', provider: 'simulator' };

describe('a slow body whose sender loses access meanwhile is refused', () => {
  let kinora: TestKinora;
  let boss: Keyed;
  beforeAll(async () => {
    kinora = await TestKinora.start();
    boss = await kinora.agent('boss', { is_admin: true });
    kinora.configure({ security: { require_api_key: true } });
  });
  afterAll(() => kinora.close());

  /** A request that has been let in; its body is still to come. */
  async function parked(
    who: Keyed,
    path: string,
    body: unknown,
    method = 'POST',
  ): Promise<LateBody> {
    const late = await LateBody.begin(kinora.url + path, {
      method,
      headers: { ...JSON_BODY, ...who.headers },
      body: JSON.stringify(body),
    });
    expect((await who.get('/api/jobs')).status).toBe(200);
    return late;
  }

  it('revoked admin: creates no admin key and locks no other admin out', async () => {
    const eve = await kinora.agent('eve', { is_admin: true }, boss);
    const create = await parked(eve, '/api/agents', { id: 'backdoor', name: 'x', is_admin: true });
    const revoke = await parked(eve, '/api/agents/boss', { enabled: false }, 'PATCH');
    await boss.patch('/api/agents/eve', { enabled: false });
    for (const late of [create, revoke]) {
      const { status, body } = await late.finish();
      expect([status, body['code']]).toEqual([401, 'invalid_key']);
    }
    expect((await boss.get('/api/agents/backdoor')).status).toBe(404);
    expect((await boss.get('/api/agents/boss')).body['enabled']).toBe(true);
  });

  it('deleted agent: no job; agent with fewer rights: 409 key_changed', async () => {
    const gone = await kinora.agent('gone', {}, boss);
    const narrowed = await kinora.agent('narrowed', {}, boss);
    const [first, second] = [
      await parked(gone, '/api/image/generate', IMAGE),
      await parked(narrowed, '/api/image/generate', IMAGE),
    ];
    await boss.delete('/api/agents/gone');
    await boss.patch('/api/agents/narrowed', { allowed_workflows: ['sdxl-t2i'] });
    expect((await first.finish()).body['code']).toBe('invalid_key');
    expect(await second.finish()).toMatchObject({ status: 409, body: { code: 'key_changed' } });
    const again = await narrowed.post('/api/image/generate', IMAGE);
    expect(again.body['code']).toBe('workflow_not_allowed');
    const jobs = await boss.get<{ items: unknown[] }>('/api/jobs');
    expect(jobs.body.items).toEqual([]);
  });

  it('replaced key: no upload', async () => {
    const bob = await kinora.agent('bob', {}, boss);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await png())]), 'a.png');
    const whole = new Request('http://form', { method: 'POST', body: form });
    const late = await LateBody.begin(`${kinora.url}/api/media`, {
      headers: { ...bob.headers, 'Content-Type': whole.headers.get('content-type') },
      body: Buffer.from(await whole.arrayBuffer()),
    });
    expect((await bob.get('/api/jobs')).status).toBe(200);
    await boss.post('/api/agents/bob/rotate');
    expect((await late.finish()).body['code']).toBe('invalid_key');
    const media = await boss.get<{ items: unknown[] }>('/api/media');
    expect(media.body.items).toEqual([]);
  });

  it('no key, when one is required meanwhile: missing_key', async () => {
    kinora.configure({});
    const late = await LateBody.begin(`${kinora.url}/api/agents`, {
      headers: JSON_BODY,
      body: JSON.stringify({ id: 'from-open', name: 'x', is_admin: true }),
    });
    expect((await kinora.as(null).get('/api/jobs')).status).toBe(200);
    kinora.configure({ security: { require_api_key: true } });
    expect((await late.finish()).body['code']).toBe('missing_key');
    expect((await boss.get('/api/agents/from-open')).status).toBe(404);
  });

  it('unchanged key: the request succeeds', async () => {
    const late = await parked(boss, '/api/agents', { id: 'slow', name: 'Slow' });
    expect((await late.finish()).status).toBe(201);
  });

  it('two admins who revoke each other at once: one stays', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [left, right] = [
        await kinora.agent(`left-${round}`, { is_admin: true }, boss),
        await kinora.agent(`right-${round}`, { is_admin: true }, boss),
      ];
      const answers = await Promise.all([
        left.patch(`/api/agents/right-${round}`, { enabled: false }),
        right.patch(`/api/agents/left-${round}`, { enabled: false }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });
});
