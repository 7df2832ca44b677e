import { type Answer, type TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';

describe('a record that is sent back as a PATCH', () => {
  let kinora: TestKinora;
  let ann: TestCaller;
  let admin: TestCaller;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    admin = kinora.as(null);
    ann = await kinora.agent('ann');
  });
  afterAll(() => kinora.close());

  const SAVED = { name: 'Foxes', kind: 'saved', filter: { tag: ['fox'] } };
  const KINDS: readonly [route: string, body: object, change: object][] = [
    [
      '/api/webhooks',
      { url: 'https://example.com/hook', events: ['job'] },
      { description: 'Mine' },
    ],
    ['/api/presets', { name: 'Soft', workflow: 'sd15-t2i', values: { cfg: 3 } }, { name: 'Hard' }],
    ['/api/collections', { name: 'Best' }, { name: 'Better' }],
    ['/api/collections', SAVED, { filter: { tag: ['owl'] } }],
  ];
  const made = async (route: string, body: object): Promise<string> =>
    `${route}/${String((await ann.post(route, body)).body['id'])}`;

  it.each(KINDS)('of %s %j changes what differs, and nothing else', async (route, body, change) => {
    const path = await made(route, body);
    for (const caller of [ann, admin]) {
      const { body: record } = await caller.get(path);
      const answer = await caller.patch(path, { ...record, ...change });
      const updated =
        route === '/api/webhooks' ? {} : { updated_at: expect.any(String) as unknown };
      expect(answer).toMatchObject({ status: 200, body: { ...record, ...change, ...updated } });
    }
  });

  it.each(KINDS)('of %s %j is refused with another id', async (route, body) => {
    const { status, body: answer }: Answer = await ann.patch(await made(route, body), { id: 'x' });
    expect([status, answer['detail']]).toMatchObject([422, [{ loc: ['body', 'id'] }]]);
  });

  it('keeps the kind of a collection', async () => {
    const path = await made('/api/collections', { name: 'Best' });
    const { status, body } = await ann.patch(path, { kind: 'saved' });
    expect([status, body['detail']]).toMatchObject([422, [{ loc: ['body', 'kind'] }]]);
  });
});
