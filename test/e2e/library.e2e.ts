import { CollectionEntity } from '../../src/modules/collections/collection.entity';
import { CollectionsStartupService } from '../../src/modules/collections/collections-startup.service';
import { MediaCollectionItemEntity } from '../../src/modules/media/entities/media-label.entities';
import { ReadConnection } from '../../src/platform/database/read-connection';
import { upsertRows } from '../../src/platform/database/upsert-rows';
import { WriteGate } from '../../src/platform/database/write-gate';
import type { TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';

type Json = Record<string, unknown>;

let kinora: TestKinora;
let ann: TestCaller;
let bob: TestCaller;
let admin: TestCaller;

beforeAll(async () => {
  kinora = await TestKinora.start({
    providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
  });
  admin = kinora.as(null);
  ann = await kinora.agent('ann');
  bob = await kinora.agent('bob');
});
afterAll(() => kinora.close());

/** Paths of a list of media. */
const listed = async (caller: TestCaller, query: string): Promise<string[]> => {
  const { body } = await caller.get<{ items: { path: string }[] }>(`/api/media?${query}`);
  return body.items.map(({ path }) => path);
};

let lastSeed = 1;
const uploaded = async (caller: TestCaller, metadata: Json = {}): Promise<string> => {
  lastSeed += 1;
  const { body } = await caller.upload('a.png', await png(24, 16, lastSeed));
  const { status } = await caller.patch(`/api/media/${body.path}/metadata`, metadata);
  expect(status).toBe(200);
  return body.path;
};

describe('collections', () => {
  const created = async (caller: TestCaller, body: Json): Promise<Json> => {
    const answer = await caller.post('/api/collections', body);
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const put = (caller: TestCaller, id: unknown, paths: string[]) =>
    caller.post(`/api/collections/${String(id)}/items`, { paths });
  const take = (caller: TestCaller, id: unknown, paths: string[]) =>
    caller.send<Json>('DELETE', `/api/collections/${String(id)}/items`, { body: { paths } });

  it('a manual one holds what is put into it, and its list narrows with other filters', async () => {
    const [one, two] = [await uploaded(ann, { rating: 5 }), await uploaded(ann)];
    const { id, ...made } = await created(ann, { name: 'Best' });
    expect(made).toMatchObject({ name: 'Best', kind: 'manual', count: 0, cover: null });
    expect(made).not.toHaveProperty('owner');
    expect((await put(ann, id, [one, two, 'none.png'])).body).toEqual({
      id,
      added: 2,
      failed: [
        { path: 'none.png', code: 'media_not_found', detail: 'There is no such media file.' },
      ],
    });
    expect((await put(ann, id, [two])).body).toMatchObject({ added: 0, failed: [] });
    expect(await listed(ann, `collection=${String(id)}`)).toEqual([two, one]);
    expect(await listed(ann, `collection=${String(id)}&min_rating=5`)).toEqual([one]);
    const { body } = await ann.get(`/api/collections/${String(id)}`);
    expect(body).toMatchObject({ count: 2, capped: false, cover: two });
    expect((await take(ann, id, [two, two])).body).toEqual({ id, removed: 1, failed: [] });
    expect(await listed(ann, `collection=${String(id)}`)).toEqual([one]);
  });

  it('a saved one holds what its filter finds, with the rights of the reader', async () => {
    const [fox, hare] = [
      await uploaded(ann, { tags: ['fox'], rating: 4 }),
      await uploaded(ann, { tags: ['hare'], rating: 4 }),
    ];
    const foreign = await uploaded(bob, { tags: ['fox'], rating: 4 });
    const filter = { tag: ['fox'], min_rating: 4 };
    const { id } = await created(admin, { name: 'Foxes', kind: 'saved', filter });
    expect(await listed(admin, `collection=${String(id)}`)).toEqual([foreign, fox]);
    expect(await listed(admin, `collection=${String(id)}&owner=ann`)).toEqual([fox]);
    expect(await listed(admin, `collection=${String(id)}&q=hare`)).toEqual([]);
    const own = await created(ann, { name: 'Foxes', kind: 'saved', filter });
    expect(own).toMatchObject({ filter, count: 1, cover: fox });
    expect(await listed(ann, `collection=${String(own['id'])}`)).toEqual([fox]);
    const path = `/api/collections/${String(own['id'])}`;
    const changed = await ann.patch(path, { filter: { tag: ['hare'] }, name: 'Hares' });
    expect(changed.body).toMatchObject({ name: 'Hares', filter: { tag: ['hare'] }, cover: hare });
    const refused = await put(ann, own['id'], [fox]);
    expect(refused).toMatchObject({ status: 409, body: { code: 'collection_is_saved' } });
  });

  it.each([
    { kind: 'saved' },
    { kind: 'saved', filter: {} },
    { kind: 'manual', filter: { tag: ['fox'] } },
    { kind: 'saved', filter: { owner: 'bob' } },
    { kind: 'saved', filter: { collection: 'col_1' } },
    { kind: 'saved', filter: { cursor: 'x' } },
    { kind: 'saved', filter: { min_rating: '4' } },
    { kind: 'saved', filter: { created_after: 'yesterday' } },
  ])('refuses %j with 422', async (body) => {
    expect((await ann.post('/api/collections', { name: 'x', ...body })).status).toBe(422);
  });

  it('show nothing to others, and everything to admins', async () => {
    const path = await uploaded(ann);
    const { id } = await created(ann, { name: 'Mine' });
    await put(ann, id, [path]);
    const route = `/api/collections/${String(id)}`;
    for (const { status, body } of [
      await bob.get(route),
      await bob.patch(route, { name: 'x' }),
      await bob.delete(route),
      await put(bob, id, [path]),
      await take(bob, id, [path]),
    ])
      expect({ status, code: body['code'] }).toEqual({ status: 404, code: 'collection_not_found' });
    const own = await created(bob, { name: 'Own' });
    expect((await put(bob, own['id'], [path])).body).toMatchObject({
      added: 0,
      failed: [{ path, code: 'media_not_found' }],
    });
    expect(await listed(bob, `collection=${String(id)}`)).toEqual([]);
    expect(await listed(ann, 'collection=col_none')).toEqual([]);
    expect((await admin.get(route)).body).toMatchObject({ owner: 'ann', count: 1 });
    const { body } = await admin.get<{ items: Json[] }>(
      '/api/collections?owner=ann&with_counts=true&limit=1',
    );
    expect(body.items).toMatchObject([{ id, count: 1, cover: path, owner: 'ann' }]);
  });

  it('leave their media when they are deleted, also where the process was killed meanwhile', async () => {
    const path = await uploaded(ann);
    const [first, second] = [await created(ann, { name: '1' }), await created(ann, { name: '2' })];
    for (const { id } of [first, second]) await put(ann, id, [path]);
    const gone = await ann.delete(`/api/collections/${String(first['id'])}`);
    expect(gone).toMatchObject({ status: 200, body: { ok: true, id: first['id'] } });
    const { manager } = kinora.app.get(ReadConnection);
    const members = () =>
      manager.countBy(MediaCollectionItemEntity, { collection_id: String(first['id']) });
    expect(await members()).toBe(0);
    expect(await listed(ann, `collection=${String(second['id'])}`)).toEqual([path]);

    const id = String(second['id']);
    const deleted_at = '2030-01-01T00:00:00.000Z';
    await kinora.app
      .get(WriteGate)
      .run((tx) => tx.update(CollectionEntity, { id }, { deleted_at }));
    expect((await ann.get(`/api/collections/${id}`)).status).toBe(404);
    expect((await put(ann, id, [path])).status).toBe(404);
    expect(await listed(ann, `collection=${id}`)).toEqual([]);
    // As at the next start.
    await kinora.app.get(CollectionsStartupService).onModuleInit();
    expect(await kinora.app.get(ReadConnection).manager.countBy(CollectionEntity, { id })).toBe(0);
    expect((await ann.get(`/api/media/${path}`)).status).toBe(200);
  });

  it('are at most 1,000 of one owner', async () => {
    const carl = await kinora.agent('carl');
    const { id } = await created(carl, { name: 'First' });
    await kinora.app.get(WriteGate).run(async (tx) => {
      const first = await tx.findOneByOrFail(CollectionEntity, { id: String(id) });
      const copies = Array.from({ length: 998 }, (_, n) => ({ ...first, id: `col_${n}` }));
      await upsertRows(tx, CollectionEntity, copies, ['id']);
    });
    const answers = await Promise.all(
      [1, 2, 3].map(() => carl.post('/api/collections', { name: 'x' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'collection_cap', limit: 1000 });
  });
});
