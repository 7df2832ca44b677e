import { CollectionEntity } from '../../src/modules/collections/collection.entity';
import { WriteGate } from '../../src/platform/database/write-gate';
import { type Answer, type TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { Story } from '../support/story';

describe('a record that is sent back', () => {
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

  it.each(KINDS)('of %s %j makes another one as a POST', async (route, body) => {
    const { body: record } = await ann.get(await made(route, body));
    const copy = await ann.post(route, record);
    expect(copy).toMatchObject({ status: 201, body });
    expect(copy.body['id']).not.toBe(record['id']);
  });

  it('of a batch without a name makes another one with its name, base and axes', async () => {
    const base = { type: 'image', workflow: 'sd15-t2i', provider: 'simulator', prompt: 'a fox' };
    const axes = [{ param: 'steps', values: [1, 2] }];
    const { body: batch } = await ann.post('/api/batches', { base, axes });
    const sent = { name: batch['name'], base: batch['base'], axes: batch['axes'], dry_run: true };
    expect(await ann.post('/api/batches', sent)).toMatchObject({ status: 200, body: { total: 2 } });
  });

  it.each(KINDS)('of %s %j is refused with another id', async (route, body) => {
    const { status, body: answer }: Answer = await ann.patch(await made(route, body), { id: 'x' });
    expect([status, answer['detail']]).toMatchObject([422, [{ loc: ['body', 'id'] }]]);
  });

  it('of a media asset changes what differs, unless its path is another', async () => {
    const { body: media } = await ann.upload('fox.png', await uniquePng(8, 8));
    const path = `/api/media/${media.path}`;
    for (const caller of [ann, admin]) {
      const record = (await caller.get(path)).body;
      const sent = { ...record, tags: ['fox'], width: 1 };
      const answer = await caller.patch(`${path}/metadata`, sent);
      expect(answer).toMatchObject({ status: 200, body: { ...record, tags: ['fox'] } });
    }
    const { status, body } = await ann.patch(`${path}/metadata`, { path: 'x.png', rating: 5 });
    expect([status, body['detail']]).toMatchObject([422, [{ loc: ['body', 'path'] }]]);
    expect((await ann.get(path)).body).toMatchObject({ rating: 0 });
  });

  it('of a collection shows only those words of a stored search that are used', async () => {
    const path = await made('/api/collections', { ...SAVED, filter: { q: 'fox', tag: null } });
    const used = `fox "red fur" ${'-x '.repeat(18)}`.trim();
    const filter = { q: `${used} more words` };
    await kinora.app
      .get(WriteGate)
      .run((tx) => tx.update(CollectionEntity, { id: path.split('/').at(-1)! }, { filter }));
    const { body: record } = await ann.get(path);
    expect(record).toMatchObject({ filter: { q: used } });
    expect(await ann.patch(path, { ...record, name: 'Red' })).toMatchObject({
      status: 200,
      body: { name: 'Red', filter: { q: used } },
    });
    const withoutSearch = await ann.patch(path, { filter: { q: null, tag: ['fox'] } });
    expect(withoutSearch).toMatchObject({ status: 200, body: { filter: { tag: ['fox'] } } });
  });

  it('of a media asset keeps characters that the key may no longer use, and takes no new ones', async () => {
    for (const id of ['mara', 'tom']) await admin.post('/api/characters', { id, name: id });
    const ben = await kinora.agent('ben');
    const { body: media } = await ben.upload('fox.png', await uniquePng(8, 8));
    const path = `/api/media/${media.path}`;
    await ben.patch(`${path}/metadata`, { character_ids: ['mara'] });
    await admin.patch('/api/agents/ben', { allowed_characters: ['other'] });
    const { body: record } = await ben.get(path);
    const answer = await ben.patch(`${path}/metadata`, { ...record, rating: 3 });
    expect(answer).toMatchObject({ status: 200, body: { ...record, rating: 3 } });
    const added = await ben.patch(`${path}/metadata`, { character_ids: ['mara', 'tom'] });
    expect(added).toMatchObject({ status: 403, body: { requested: 'tom' } });
    await ben.patch(`${path}/metadata`, { character_ids: [] });
    const again = await ben.patch(`${path}/metadata`, { character_ids: ['mara'] });
    expect(again).toMatchObject({ status: 403, body: { code: 'character_not_allowed' } });
  });

  it.each(['id', 'shot_id', 'project_id'])(
    'of a take is refused with another %s',
    async (field) => {
      const story = await Story.create(ann);
      const scene = await story.scene(1);
      const shot = `${story.shotsPath(scene)}/${await story.shot(scene, { image_prompt: 'a fox' })}`;
      const request = { workflow: 'sd15-t2i', provider: 'simulator' };
      const { body: take } = await ann.post(`${shot}/image`, request);
      const answer = await ann.patch(`${shot}/takes/${String(take['id'])}`, { [field]: 'x' });
      expect([answer.status, answer.body['detail']]).toMatchObject([
        422,
        [{ loc: ['body', field] }],
      ]);
    },
  );

  it('keeps the kind of a collection', async () => {
    const path = await made('/api/collections', { name: 'Best' });
    const { status, body } = await ann.patch(path, { kind: 'saved' });
    expect([status, body['detail']]).toMatchObject([422, [{ loc: ['body', 'kind'] }]]);
  });
});
