import { KeyHolders } from '../../src/modules/agents/public/key-holders';
import { WebhooksRepository } from '../../src/modules/webhooks/records/webhooks.repository';
import { Outbox } from '../../src/platform/events/outbox';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { verify, WebhookReceiver } from '../support/webhook-receiver';

interface Webhook {
  readonly id: string;
  readonly secret: string;
}

describe('webhooks that change while others use them', () => {
  let kinora: TestKinora;
  let receiver: WebhookReceiver;
  let ann: Awaited<ReturnType<TestKinora['agent']>>;

  beforeAll(async () => {
    const webhooks = { allow_private: true };
    kinora = await TestKinora.start({ webhooks, jobs: { poll_interval_ms: 20 } });
    ann = await kinora.agent('ann');
  });
  beforeEach(async () => {
    receiver = await WebhookReceiver.start();
  });
  afterEach(() => receiver.stop());
  afterAll(() => kinora.close());

  const create = async (): Promise<Webhook> =>
    (await ann.post<Webhook>('/api/webhooks', { url: receiver.url, events: ['job'] })).body;
  const happen = async (n: number): Promise<void> => {
    const { ownerId } = (await kinora.app.get(KeyHolders).holderOf(ann.key))!;
    const audience = { to: 'owner', ownerId } as const;
    const data = () => ({ n });
    await kinora.app.get(Outbox).add({ kind: 'job', audience, promptId: 'p', data });
  };
  const received = (count: number): Promise<unknown> =>
    eventually(() => Promise.resolve(receiver.messages.length >= count), `${count} messages`);

  it('sign with the secrets of both of two simultaneous rotations', async () => {
    const { id } = await create();
    const rotate = () => ann.post<Webhook>(`/api/webhooks/${id}/rotate`);
    const rotations = await Promise.all([rotate(), rotate()]);
    await happen(1);
    await received(1);
    for (const { body } of rotations) verify(receiver.messages[0]!, body.secret);
  });

  it('rotate once per idempotency key, so that the secret of the receiver stays valid', async () => {
    const { id, secret } = await create();
    const headers = { 'Idempotency-Key': 'lost answer' };
    const rotate = () => ann.send<Webhook>('POST', `/api/webhooks/${id}/rotate`, { headers });
    const [first, second] = [await rotate(), await rotate()];
    expect([first.status, second.body]).toEqual([200, first.body]);
    expect(second.body.secret).not.toBe(secret);
    await happen(1);
    await received(1);
    for (const known of [secret, second.body.secret]) verify(receiver.messages[0]!, known);

    const other = await create();
    expect(await ann.send('POST', `/api/webhooks/${other.id}/rotate`, { headers })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_mismatch' },
    });
  });

  it('hear what happens after their creation, also while earlier events are being read', async () => {
    await create();
    const rows = kinora.app.get(WebhooksRepository);
    const enabled = rows.enabled.bind(rows);
    jest.spyOn(rows, 'enabled').mockImplementationOnce(async () => {
      const before = await enabled();
      await create();
      await happen(2);
      return before;
    });
    await happen(1);
    await received(3);
    expect(receiver.messages.map(({ data }) => data['n']).sort()).toEqual([1, 2, 2]);
  });
});
