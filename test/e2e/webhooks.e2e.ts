import { HostLookupGateway } from '../../src/modules/webhooks/delivery/host-lookup.gateway';
import { DeliveriesRepository } from '../../src/modules/webhooks/records/deliveries.repository';
import {
  FanOutRepository,
  type NewDelivery,
} from '../../src/modules/webhooks/records/fan-out.repository';
import { KeyHolders } from '../../src/modules/agents/public/key-holders';
import { WriteGate } from '../../src/platform/database/write-gate';
import { type NewOutboxEvent, Outbox, OutboxReader } from '../../src/platform/events/outbox';
import type { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { SeededRandom } from '../support/seeded-random';
import { accept, refuse, verify, WebhookReceiver } from '../support/webhook-receiver';

interface Webhook {
  readonly id: string;
  readonly secret: string;
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
}
interface Delivery {
  readonly id: string;
  readonly message_id: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly http_status: number | null;
  readonly next_attempt_at: string | null;
}
type Agent = TestCaller & { readonly key: string };

const FAST_RETRIES = { retry_pauses_ms: Array<number>(40).fill(20), timeout_ms: 30_000 };
const CONFIG = {
  webhooks: { allow_private: true, ...FAST_RETRIES },
  jobs: { poll_interval_ms: 20 },
};

describe('webhooks', () => {
  let kinora: TestKinora;
  let receiver: WebhookReceiver;
  let ann: Agent;
  let bob: Agent;
  let admin: Agent;

  beforeAll(async () => {
    kinora = await TestKinora.start(CONFIG);
    ann = await kinora.agent('ann');
    bob = await kinora.agent('bob');
    admin = await kinora.agent('root', { is_admin: true });
  });
  beforeEach(async () => {
    receiver = await WebhookReceiver.start();
  });
  afterEach(async () => {
    kinora.configure(CONFIG);
    for (const owner of [ann, bob, admin, kinora.as(null)])
      for (const { id } of await list(owner)) await owner.delete(`/api/webhooks/${id}`);
    await receiver.stop();
  });
  afterAll(() => kinora.close());

  const create = async (caller: TestCaller, fields: object = {}): Promise<Webhook> => {
    const body = { url: receiver.url, events: ['job', 'media'], ...fields };
    const created = await caller.post<Webhook>('/api/webhooks', body);
    expect([created.status, created.body]).toMatchObject([201, {}]);
    return created.body;
  };
  const list = async (caller: TestCaller): Promise<Webhook[]> =>
    (await caller.get<{ items: Webhook[] }>('/api/webhooks?limit=200')).body.items;
  const get = async (caller: TestCaller, { id }: Webhook): Promise<Webhook> =>
    (await caller.get<Webhook>(`/api/webhooks/${id}`)).body;
  const deliveries = async (caller: TestCaller, { id }: Webhook): Promise<Delivery[]> =>
    (await caller.get<{ items: Delivery[] }>(`/api/webhooks/${id}/deliveries?limit=200`)).body
      .items;
  const lastDelivery = async (caller: TestCaller, webhook: Webhook): Promise<Delivery> =>
    eventually(async () => (await deliveries(caller, webhook))[0]);

  const ownerIds = new Map<Agent, string>();
  const ownerId = async (agent: Agent): Promise<string> => {
    const id =
      ownerIds.get(agent) ?? (await kinora.app.get(KeyHolders).holderOf(agent.key))!.ownerId;
    ownerIds.set(agent, id);
    return id;
  };
  const happen = async (owner: Agent | null, n: number, more: Partial<NewOutboxEvent> = {}) => {
    const audience = { to: 'owner', ownerId: owner && (await ownerId(owner)) } as const;
    const data = () => ({ n });
    await kinora.app.get(Outbox).add({ kind: 'job', audience, promptId: 'p', data, ...more });
  };
  const numbers = (): unknown[] => receiver.messages.map(({ data }) => data['n']);
  const received = (count: number): Promise<unknown> =>
    eventually(async () => receiver.messages.length >= count, `${count} messages`);

  it('are created with a secret that is shown once, listed, changed and deleted', async () => {
    const made = await create(ann, { description: 'chat' });
    expect(made).toMatchObject({ url: receiver.url, enabled: true, disabled_reason: null });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const path = `/api/webhooks/${made.id}`;
    const changed = await ann.patch(path, { events: ['render', 'render'], description: null });
    expect(changed.body).toMatchObject({ events: ['render'], description: '' });
    const answers = [await ann.get(path), await ann.get('/api/webhooks'), changed];
    answers.push(await admin.get('/api/webhooks?owner=*'));
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain('whsec_');
    expect((await admin.get(path)).body).toMatchObject({ owner: 'ann' });
    expect(await bob.get(path)).toMatchObject({ status: 404, body: { code: 'webhook_not_found' } });
    expect((await ann.delete(path)).body).toEqual({ ok: true, id: made.id });
    expect((await ann.get(path)).status).toBe(404);
  });

  it('explain what is wrong with a kind, an address and a right', async () => {
    const body = { url: 'ftp://x/', events: ['jobs', 'progress', 'session'], all_owners: true };
    const { status, body: answer } = await ann.post<{
      detail: { loc: unknown[]; msg: string }[];
    }>('/api/webhooks', body);
    expect(status).toBe(422);
    const messages = Object.fromEntries(answer.detail.map(({ loc, msg }) => [loc.join('.'), msg]));
    expect(messages).toEqual({
      'body.url': expect.stringContaining('https://example.com'),
      'body.events.0': expect.stringContaining('Did you mean job?'),
      'body.events.1': expect.stringContaining('only streams'),
      'body.events.2': expect.stringContaining('only streams'),
      'body.all_owners': expect.stringContaining('admin'),
    });
  });

  it('are created once per idempotency key, and at most 20 per key', async () => {
    const body = { url: receiver.url, events: ['job'] };
    const headers = { 'Idempotency-Key': 'once' };
    const send = () => ann.send<Webhook>('POST', '/api/webhooks', { body, headers });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second.body).toEqual(first.body);
    expect(await list(ann)).toHaveLength(1);
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => ann.post('/api/webhooks', body)),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.body).toMatchObject({ code: 'webhook_cap', limit: 20 });
  });

  it('deliver everything at least once, in order for each job, to a receiver that often fails', async () => {
    const random = SeededRandom.for('failing receiver');
    const elsewhere = await WebhookReceiver.start();
    const handled: { job: unknown; n: unknown }[] = [];
    receiver.answer = (response, message) => {
      const chance = random.below(100);
      if (chance < 15) refuse(response, message);
      else if (chance < 22) response.writeHead(302, { Location: elsewhere.url }).end();
      else if (chance < 30) response.destroy();
      else {
        handled.push({ job: message.data['job'], n: message.data['n'] });
        if (chance < 60) accept(response, message);
        else setTimeout(() => accept(response, message), 30);
      }
    };
    const webhook = await create(ann);
    const jobs = ['a', 'b', 'c'];
    const expected = Array.from({ length: 12 }, (_, n) => n);
    for (const n of expected)
      for (const job of jobs)
        await happen(ann, n, { promptId: job, data: () => ({ job, n, note: 'Füchse, 狐' }) });
    await eventually(async () => handled.length >= jobs.length * expected.length);
    for (const job of jobs)
      expect(handled.filter((one) => one.job === job).map(({ n }) => n)).toEqual(expected);
    expect(receiver.messages.length).toBeGreaterThan(handled.length);
    expect(elsewhere.messages).toEqual([]);
    for (const message of receiver.messages) verify(message, webhook.secret);
    // Every attempt of one message has its id.
    const ids = receiver.messages.map(
      ({ id, data }) => `${id} ${String(data['job'])} ${String(data['n'])}`,
    );
    expect(new Set(ids).size).toBe(handled.length);
    // The last answer reaches the service after the receiver has handled the message.
    await eventually(async () =>
      (await deliveries(ann, webhook)).every(({ status }) => status === 'delivered'),
    );
    await elsewhere.stop();
  });

  it('deliver to one owner while the receiver of another never answers', async () => {
    const slow = await WebhookReceiver.start();
    slow.answer = () => undefined;
    await create(ann, { url: slow.url });
    const webhook = await create(bob);
    for (let n = 0; n < 10; n += 1) await happen(ann, n, { promptId: `job ${n}` });
    await eventually(async () => slow.messages.length === 2, 'two attempts are open');
    await happen(bob, 1);
    await received(1);
    expect((await lastDelivery(bob, webhook)).type).toBe('job');
    expect(slow.messages).toHaveLength(2);
    await slow.stop();
  });

  it('reach no private address once that is no longer allowed, whatever their name resolves to', async () => {
    const lookup = kinora.app.get(HostLookupGateway);
    const addressesOf = jest.spyOn(lookup, 'addressesOf').mockResolvedValue(['127.0.0.1']);
    const { port } = new URL(receiver.url);
    const named = await create(ann, { url: `http://hooks.test:${port}/` });
    await happen(ann, 1);
    await received(1);
    kinora.configure({ ...CONFIG, webhooks: { ...FAST_RETRIES, retry_pauses_ms: [20] } });
    const url = `https://hooks.test:${port}/`;
    expect((await bob.post('/api/webhooks', { url: receiver.url, events: ['job'] })).status).toBe(
      422,
    );
    const secure = await create(bob, { url });
    await happen(ann, 2);
    await happen(bob, 2);
    const ended = async (caller: TestCaller, webhook: Webhook) =>
      eventually(async () => (await get(caller, webhook)).disabled_reason === 'retries_exhausted');
    await ended(ann, named);
    await ended(bob, secure);
    expect(await lastDelivery(ann, named)).toMatchObject({ error: 'url_not_allowed' });
    expect(await lastDelivery(bob, secure)).toMatchObject({
      error: 'private_address',
      attempts: 2,
    });
    addressesOf.mockResolvedValue(['1.1.1.1', '::ffff:127.0.0.1']);
    const test = await bob.post<Delivery>(`/api/webhooks/${secure.id}/test`);
    expect(test.body).toMatchObject({ status: 'failed', error: 'private_address' });
    expect(numbers()).toEqual([1]);
    addressesOf.mockRestore();
  });

  it('hear what their owner may read, and for admins what everybody does', async () => {
    const all = await create(admin, { all_owners: true });
    const own = await WebhookReceiver.start();
    await create(admin, { url: own.url, events: ['job', 'workflow'] });
    await create(ann, { url: own.url, events: ['media'] });
    await happen(ann, 1, {
      data: ({ isAdmin }) => ({ n: 1, ...(isAdmin ? { owner: 'ann' } : {}) }),
    });
    await happen(admin, 2);
    await happen(null, 3, { kind: 'workflow', audience: { to: 'everyone' } });
    await received(2);
    await eventually(async () => own.messages.length === 2);
    expect(receiver.messages.map(({ data }) => data)).toEqual([
      { n: 1, owner: 'ann' },
      { n: 2, owner: 'root' },
    ]);
    expect(own.messages.map(({ type, data }) => [type, data['n']]).sort()).toEqual([
      ['job', 2],
      ['workflow', 3],
    ]);
    await own.stop();

    receiver.answer = refuse;
    await happen(bob, 4);
    await received(3);
    await kinora.as(null).patch('/api/agents/root', { is_admin: false });
    await eventually(async () => (await lastDelivery(admin, all)).error === 'not_permitted');
    await kinora.as(null).patch('/api/agents/root', { is_admin: true });
    expect(await get(admin, all)).toMatchObject({ enabled: true });
  });

  it('send nothing for a revoked key, and end with a deleted one', async () => {
    const carl = await kinora.agent('carl');
    const webhook = await create(carl);
    receiver.answer = refuse;
    await happen(carl, 1);
    await received(1);
    await kinora.as(null).patch('/api/agents/carl', { enabled: false });
    await eventually(async () => (await lastDelivery(admin, webhook)).error === 'not_permitted');
    await kinora.as(null).patch('/api/agents/carl', { enabled: true });
    receiver.answer = accept;
    await happen(carl, 2);
    await eventually(async () => numbers().includes(2));
    await kinora.as(null).delete('/api/agents/carl');
    await eventually(async () => (await admin.get(`/api/webhooks/${webhook.id}`)).status === 404);
  });

  it('are disabled after the last attempt, and continue in order when they are enabled', async () => {
    kinora.configure({ ...CONFIG, webhooks: { ...CONFIG.webhooks, retry_pauses_ms: [10, 10] } });
    receiver.answer = refuse;
    const webhook = await create(ann);
    for (let n = 1; n <= 3; n += 1) await happen(ann, n);
    const disabled = () =>
      eventually(async () => !(await get(ann, webhook)).enabled && get(ann, webhook));
    expect(await disabled()).toMatchObject({ disabled_reason: 'retries_exhausted' });
    expect(numbers()).toEqual([1, 1, 1]);
    await happen(ann, 4);
    receiver.answer = accept;
    const path = `/api/webhooks/${webhook.id}`;
    expect((await ann.patch(path, { enabled: true })).body).toMatchObject({
      enabled: true,
      disabled_reason: null,
    });
    await happen(ann, 5);
    await received(6);
    expect(numbers().slice(3)).toEqual([2, 3, 5]);

    receiver.answer = (response) => response.writeHead(410).end();
    await happen(ann, 6);
    const ended = await disabled();
    expect(ended).toMatchObject({ disabled_reason: 'gone' });
    expect((await ann.patch(path, ended)).body).toMatchObject({ disabled_reason: 'gone' });
    const given = (await deliveries(ann, webhook)).filter(({ status }) => status === 'failed');
    expect(given.map(({ attempts, http_status }) => [attempts, http_status])).toEqual([
      [1, 410],
      [3, 500],
    ]);
  });

  it('sign with both secrets after a rotation', async () => {
    const webhook = await create(ann);
    const rotated = await ann.post<Webhook>(`/api/webhooks/${webhook.id}/rotate`);
    expect(rotated.body.secret).not.toBe(webhook.secret);
    await happen(ann, 1);
    await received(1);
    const [message] = receiver.messages;
    verify(message!, webhook.secret);
    verify(message!, rotated.body.secret);
    expect(message?.timestamp).toMatch(/^\d{4}-.*Z$/);
  });

  it('are tested, and repeat an earlier message under its id', async () => {
    const webhook = await create(ann, { enabled: false });
    const path = `/api/webhooks/${webhook.id}`;
    const tested = await ann.post<Delivery>(`${path}/test`);
    expect(tested.body).toMatchObject({ type: 'test', status: 'delivered', http_status: 204 });
    expect(receiver.messages[0]?.data).toEqual({ webhook: webhook.id });
    await ann.patch(path, { enabled: true });
    await happen(ann, 1);
    await received(2);
    const [first] = await eventually(async () => {
      const log = await deliveries(ann, webhook);
      return log.every(({ status }) => status === 'delivered') && log.length === 2 && log;
    });
    receiver.answer = refuse;
    const again = await ann.post<Delivery>(`${path}/deliveries/${first!.id}/redeliver`);
    expect(again.body).toMatchObject({ status: 'failed', attempts: 1, http_status: 500 });
    expect(again.body.message_id).toBe(first!.id);
    expect(receiver.messages.slice(1).map(({ id, data }) => [id, data['n']])).toEqual([
      [first!.id, 1],
      [first!.id, 1],
    ]);
    expect(await get(ann, webhook)).toMatchObject({ enabled: true });
    const missing = await ann.post(`${path}/deliveries/whd_none/redeliver`);
    expect(missing).toMatchObject({ status: 404, body: { code: 'delivery_not_found' } });
  });

  it('leave large fields out of a message that would be too large', async () => {
    await create(ann);
    const records = [{ text: 'x'.repeat(70_000) }];
    await happen(ann, 1, { kind: 'media', data: () => ({ n: 1, paths: ['a.png'], records }) });
    await happen(ann, 2, { kind: 'resync', data: () => ({ n: 2 }) });
    await received(2);
    const data = receiver.messages.map((message) => message.data);
    expect(data).toEqual([{ n: 1, paths: ['a.png'], truncated: true }, { n: 2 }]);
  });

  const waiting = (webhook: Webhook, n: number): NewDelivery => ({
    ...{ id: `whd_${webhook.id}${n}`, webhook_id: webhook.id, message_id: `m${n}` },
    ...{ type: 'test', event: null, bytes: 100, position: n, lane: 'x', is_single: false },
    ...{ status: 'waiting', attempts: 0, last_attempt_at: null, http_status: null, error: null },
    created_at: `2001-01-01T00:00:0${n}.000Z`,
  });
  it.each([
    ['many', { count: 3, bytes: 10_000 }, { count: 2, bytes: 300 }],
    ['large', { count: 10, bytes: 399 }, { count: 3, bytes: 299 }],
  ])(
    'are disabled when too %s deliveries wait, and old ones are deleted',
    async (_, limits, surplus) => {
      const webhook = await create(ann);
      const rows = kinora.app.get(FanOutRepository);
      const position = await rows.cursor();
      // Not due, so that none of them is sent.
      const conditions = { now: '2999-01-01T00:00:00.000Z', limits };
      const first = [1, 2, 3].map((n) => waiting(webhook, n));
      await rows.advance(position, first, conditions);
      expect(await get(ann, webhook)).toMatchObject({ enabled: true });
      await rows.advance(position, [waiting(webhook, 4)], conditions);
      const reason = 'too_many_waiting';
      expect(await get(ann, webhook)).toMatchObject({ enabled: false, disabled_reason: reason });
      const kept = kinora.app.get(DeliveriesRepository);
      await kept.giveUpSurplus(webhook.id);
      const log = async () =>
        (await deliveries(ann, webhook)).map(({ message_id, status, error }) => [
          ...[message_id, status, error],
        ]);
      const [oldest, second, newest] = ['m1', 'm2', 'm3'].map((id) => [id, 'failed', reason]);
      await kept.deleteSurplus(webhook.id, { count: 3, bytes: 300 });
      expect(await log()).toEqual([newest, second, oldest]);
      await kept.deleteSurplus(webhook.id, surplus);
      expect(await log()).toEqual([newest, second]);
      await kept.deleteOld({ id: webhook.id, enabled: false }, '2001-01-01T00:00:02.000Z');
      expect(await log()).toEqual([newest]);
    },
  );

  it('do not read events again after a restart that they do not hear', async () => {
    await create(ann, { events: ['render'] });
    const before = await kinora.app.get(OutboxReader).newest();
    await kinora.app.get(WriteGate).run(async () => {
      for (let n = 0; n < 1_000; n += 1) await happen(ann, n);
    });
    const rows = kinora.app.get(FanOutRepository);
    await eventually(async () => (await rows.cursor()) >= before + 950);
    expect(receiver.messages).toEqual([]);
  });

  it('store the size of what they wait to send', async () => {
    receiver.answer = refuse;
    const webhook = await create(ann);
    await happen(ann, 1, { data: () => ({ n: 1, text: '狐'.repeat(5_000) }) });
    await received(1);
    const { id } = await lastDelivery(ann, webhook);
    const stored = await kinora.app.get(DeliveriesRepository).find(id);
    expect(stored?.bytes).toBe(Buffer.byteLength(JSON.stringify(stored?.event)));
  });

  it('take their deliveries with them, and no others', async () => {
    const [gone, kept] = [await create(ann), await create(ann)];
    await happen(ann, 1);
    await received(2);
    const rows = kinora.app.get(DeliveriesRepository);
    const logged = async ({ id: webhookId }: Webhook) =>
      (await rows.page({ webhookId }, { limit: 1, after: null, withTotal: true })).total;
    await ann.delete(`/api/webhooks/${gone.id}`);
    await eventually(async () => (await logged(gone)) === 0);
    expect(await logged(kept)).toBe(1);
  });
});
