import { CollectionEntity } from '../../src/modules/collections/collection.entity';
import { CollectionsStartupService } from '../../src/modules/collections/collections-startup.service';
import { MediaCollectionItemEntity } from '../../src/modules/media/entities/media-label.entities';
import { MediaRepository } from '../../src/modules/media/catalogue/media.repository';
import { MediaAssetEntity } from '../../src/modules/media/entities/media-asset.entity';
import { NearDuplicateEntity } from '../../src/modules/media/entities/near-duplicate.entity';
import type { PerceptualHash } from '../../src/platform/imaging/perceptual-hash';
import { ReadConnection } from '../../src/platform/database/read-connection';
import { WriteGate } from '../../src/platform/database/write-gate';
import type { TestCaller } from '../support/caller';
import { type JobRecord, TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';
import { simulatedPicture } from '../support/simulated-picture';
import sharp from 'sharp';

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

const manager = () => kinora.app.get(ReadConnection).manager;

/** Paths of a list of media. */
const listed = async (caller: TestCaller, query: string): Promise<string[]> => {
  const { body } = await caller.get<{ items: { path: string }[] }>(`/api/media?${query}`);
  return body.items.map(({ path }) => path);
};

let lastSeed = 1;
const uploaded = async (caller: TestCaller, metadata: Json = {}): Promise<string> => {
  lastSeed += 1;
  const { status, body } = await caller.upload('a.png', await png(24, 16, lastSeed));
  expect([status, body]).toEqual([201, expect.anything()]);
  expect((await caller.patch(`/api/media/${body.path}/metadata`, metadata)).status).toBe(200);
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

  it('a manual one holds the media that were added to it, and its list accepts further filters', async () => {
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

  it('a saved one holds the media that its filter finds among those of the reader', async () => {
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
    { kind: 'saved', filter: { q: '', tag: [] } },
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

  it('keep their media when they are deleted, even if the process is killed meanwhile', async () => {
    const path = await uploaded(ann);
    const [first, second] = [await created(ann, { name: '1' }), await created(ann, { name: '2' })];
    for (const { id } of [first, second]) await put(ann, id, [path]);
    const gone = await ann.delete(`/api/collections/${String(first['id'])}`);
    expect(gone).toMatchObject({ status: 200, body: { ok: true, id: first['id'] } });
    const members = () =>
      manager().countBy(MediaCollectionItemEntity, { collection_id: String(first['id']) });
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
    // As at the next start, or in an hour.
    await kinora.app.get(CollectionsStartupService).finishDeletions();
    expect(await manager().countBy(CollectionEntity, { id })).toBe(0);
    expect((await ann.get(`/api/media/${path}`)).status).toBe(200);
  });
});

describe('media that look alike', () => {
  interface Group {
    readonly media: readonly { readonly path: string }[];
  }
  /** Uploads a picture, and waits until its perceptual hash is known. */
  const uploadedPicture = async (caller: TestCaller, bytes: Buffer): Promise<string> => {
    const { body } = await caller.upload('a.png', bytes);
    expect((await caller.get(`/media/${body.path}?thumbnail=256`)).status).toBe(200);
    return body.path;
  };
  const groups = async (caller: TestCaller, query = ''): Promise<string[][]> => {
    const { body } = await caller.get<{ items: Group[] }>(`/api/media/duplicates?${query}`);
    return body.items.map(({ media }) => media.map(({ path }) => path));
  };
  const similar = async (caller: TestCaller, path: string): Promise<[string, number][]> => {
    const { body } = await caller.get<{ items: { path: string; distance: number }[] }>(
      `/api/media/${path}/similar`,
    );
    return body.items.map((item) => [item.path, item.distance]);
  };
  const resolve = (caller: TestCaller, body: Json) =>
    caller.post('/api/media/duplicates/resolve', body);

  let dora: TestCaller;
  let picture: Buffer;
  let small: string;
  let original: string;
  let recompressed: string;
  beforeAll(async () => {
    dora = await kinora.agent('dora');
    picture = await simulatedPicture('a lighthouse at dusk', 7);
    small = await uploadedPicture(dora, await sharp(picture).resize(200).webp().toBuffer());
    original = await uploadedPicture(dora, picture);
    const jpeg = await sharp(picture).jpeg({ quality: 30 }).toBuffer();
    recompressed = await uploadedPicture(dora, jpeg);
  });

  it('are groups of resized and recompressed copies, without other seeds of the prompt', async () => {
    const seeds: string[] = [];
    for (const seed of [8, 9])
      seeds.push(await uploadedPicture(dora, await simulatedPicture('a lighthouse at dusk', seed)));
    const foreign = await uploadedPicture(ann, picture);
    expect(await groups(dora)).toEqual([[original, recompressed, small]]);
    expect(await groups(ann)).toEqual([]);
    expect(await groups(admin, 'owner=dora')).toEqual([[original, recompressed, small]]);
    expect(await groups(dora, 'owner=ann')).toEqual([]);
    const near = await similar(dora, original);
    expect(new Set(near.map(([path]) => path))).toEqual(new Set([recompressed, small]));
    for (const [, distance] of near) expect(distance).toBeLessThanOrEqual(6);
    expect((await similar(admin, original)).map(([path]) => path)).toContain(foreign);
    expect(await similar(dora, seeds[0]!)).toEqual([]);
    expect((await bob.get(`/api/media/${original}/similar`)).status).toBe(404);
  });

  it('are never grouped again once a user has marked them as distinct', async () => {
    const scene = await simulatedPicture('a red fox in the snow', 1);
    const made = [
      scene,
      await sharp(scene).jpeg().toBuffer(),
      await sharp(scene).webp().toBuffer(),
    ];
    const paths: string[] = [];
    for (const bytes of made) paths.push(await uploadedPicture(ann, bytes));
    const [one, two, three] = paths as [string, string, string];
    expect((await groups(ann)).map((group) => new Set(group))).toEqual([new Set(paths)]);
    const failed = [{ path: 'none.png', code: 'media_not_found' }];
    const single = await resolve(ann, { distinct: [one, 'none.png'] });
    expect(single.body).toMatchObject({ distinct: [], failed });
    const { body } = await resolve(ann, { distinct: [one, three, 'none.png'] });
    expect(body).toMatchObject({ distinct: expect.arrayContaining([one, three]), failed });
    expect((await groups(ann)).map((group) => new Set(group))).toEqual([new Set([two, three])]);
    await resolve(ann, { distinct: [one, two, three] });
    expect(await groups(ann)).toEqual([]);
  });

  it('merge without losing a tag, character, rating, collection or reference', async () => {
    const collections: string[] = [];
    const metadata = [
      [original, { tags: ['sea', 'both'], character_ids: ['mara'], rating: 2 }],
      [small, { tags: ['both', 'small'], rating: 5, description: 'The old lighthouse' }],
      [recompressed, { tags: ['jpeg'], character_ids: ['tom', 'mara'], favourite: true }],
    ] as const;
    for (const [path, body] of metadata) {
      await dora.patch(`/api/media/${path}/metadata`, body);
      const { body: made } = await dora.post('/api/collections', { name: path });
      collections.push(String(made['id']));
      await dora.post(`/api/collections/${collections.at(-1)}/items`, { paths: [path] });
    }
    const character = { id: 'mara', name: 'Mara', source_images: [small, original] };
    const unmerged = await dora.post('/api/characters', character);
    expect(unmerged.status).toBe(200);
    const { body: events } = await dora.get<{ next_since: string }>('/api/events?since=latest');
    const copied = await manager().findOneByOrFail(MediaAssetEntity, { path: small });
    const asset = Object.assign(copied, { path: 'edit.png', sha256: 'edit', hash_1: null });
    const edit = { asset, labels: [], origins: [small, recompressed] };
    await kinora.app.get(MediaRepository).insert(edit, null);
    const foreign = await uploaded(ann);
    const { status, body } = await resolve(dora, {
      keep: original,
      merge: [small, recompressed, foreign],
    });
    expect({ status, ...body }).toMatchObject({
      status: 200,
      kept: {
        path: original,
        tags: ['both', 'jpeg', 'sea', 'small'],
        character_ids: ['mara', 'tom'],
        rating: 5,
        favourite: true,
        description: 'The old lighthouse',
      },
      failed: [{ path: foreign, code: 'media_not_found' }],
    });
    expect(new Set(body['merged'] as string[])).toEqual(new Set([small, recompressed]));
    for (const id of collections)
      expect(await listed(dora, `collection=${id}`)).toEqual([original]);
    const { body: mara } = await dora.get('/api/characters/mara');
    expect(mara['source_images']).toEqual([original]);
    expect(mara['updated_at']).not.toBe(unmerged.body['updated_at']);
    const since = `/api/events?since=${events.next_since}&events=character`;
    expect((await dora.get(since)).body).toMatchObject({
      items: [{ data: { id: 'mara', action: 'updated' } }],
    });
    expect(await listed(dora, `made_from=${original}`)).toEqual(['edit.png']);
    expect(await groups(dora)).toEqual([]);
    expect(new Set(await listed(dora, 'trashed=true'))).toEqual(new Set([small, recompressed]));
    expect((await ann.get(`/api/media/${foreign}`)).status).toBe(200);
  });

  describe('by their hashes alone', () => {
    /** Inserts assets without files, with these hashes. */
    const inserted = async (
      owner: string,
      hashes: readonly PerceptualHash[],
    ): Promise<string[]> => {
      const template = await uploaded(await kinora.agent(owner));
      const paths: string[] = [];
      for (const [at, [hash_1, hash_2, hash_3, hash_4]] of hashes.entries()) {
        const path = `${owner}-${at}.png`;
        const row = await manager().findOneByOrFail(MediaAssetEntity, { path: template });
        const asset = Object.assign(row, { path, sha256: path, hash_1, hash_2, hash_3, hash_4 });
        await kinora.app.get(MediaRepository).insert({ asset, labels: [], origins: [] }, null);
        paths.push(path);
      }
      return paths;
    };
    const distancesFrom = async (path: string): Promise<number[]> => {
      const { position } = await manager().findOneByOrFail(MediaAssetEntity, { path });
      const where = [{ smaller: position }, { larger: position }];
      return (await manager().findBy(NearDuplicateEntity, where)).map(({ distance }) => distance);
    };

    it.each([[[6, 0, 0, 0]], [[2, 2, 2, 0]], [[2, 2, 1, 1]], [[1, 3, 1, 1]]])(
      'are found when %j bits of the four parts differ',
      async (bits) => {
        const [a = 0, b = 0, c = 0, d = 0] = bits.map((count) => 2 ** count - 1);
        const hash = [0x5a5a, 0x1234, 0xfedc, 0x0f0f] as const;
        const other = [hash[0] ^ a, hash[1] ^ b, hash[2] ^ c, hash[3] ^ d] as const;
        const [first] = await inserted(`bits-${bits.join('-')}`, [hash, other]);
        expect(await distancesFrom(String(first))).toEqual([6]);
      },
    );

    it('form one group of at most 64, with few pairs each, when they are all equal', async () => {
      const equal = Array.from({ length: 80 }, () => [1, 2, 3, 4] as const);
      const frames = await inserted('frames', equal);
      expect(await distancesFrom(String(frames.at(-1)))).toHaveLength(8);
      const route = '/api/media/duplicates?owner=frames&limit=1';
      const { body } = await admin.get<{ items: Group[]; next_cursor: string | null }>(route);
      expect(body.items.map(({ media }) => media.length)).toEqual([64]);
      const next = await admin.get(`${route}&cursor=${String(body.next_cursor)}`);
      expect(next.body).toEqual({ items: [], next_cursor: null });
      expect((await admin.get(`${route}&with_total=true`)).body).toMatchObject({ total: 1 });
    });

    it('leave their group in the trash, come back restored, and are forgotten when purged', async () => {
      const equal = Array.from({ length: 3 }, () => [9, 8, 7, 6] as const);
      const [one, two, three] = (await inserted('trash', equal)) as [string, string, string];
      const group = async () => new Set((await groups(admin, 'owner=trash')).flat());
      await resolve(admin, { distinct: [one, two] });
      await admin.post('/api/media/delete', { paths: [one] });
      expect(await group()).toEqual(new Set([two, three]));
      await admin.post('/api/media/restore', { paths: [one] });
      expect(await group()).toEqual(new Set([three, two]));
      await admin.post('/api/media/delete', { paths: [two] });
      expect(await group()).toEqual(new Set([one, three]));
      expect((await distancesFrom(two)).length).toBe(1);
      await admin.post('/api/media/purge', { paths: [two] });
      expect(await distancesFrom(one)).toEqual([0]);
    });
  });

  it('refuse an ambiguous request', async () => {
    const [one, two] = [await uploaded(ann), await uploaded(bob)];
    for (const body of [
      {},
      { keep: one },
      { merge: [one] },
      { keep: one, merge: [one] },
      { keep: one, merge: [two], distinct: [one, two] },
      { distinct: [one] },
      { keep: one, merge: [] },
    ])
      expect((await resolve(ann, body)).status).toBe(422);
    for (const body of [{ keep: one, merge: [two] }, { distinct: [one, two] }])
      expect(await resolve(admin, body)).toMatchObject({ status: 422 });
    expect(await resolve(bob, { keep: one, merge: [two] })).toMatchObject({
      status: 404,
      body: { code: 'media_not_found' },
    });
  });
});

describe('what media were made from', () => {
  const SIZE = { width: 64, height: 64 };
  const made = async (caller: TestCaller, kind: string, request: Json): Promise<string> => {
    const base = { provider: 'simulator', prompt: 'a lighthouse' };
    const { body } = await caller.post(`/api/${kind}/generate`, { ...base, ...request });
    expect(body).toMatchObject({ ok: true });
    const job = await caller.finished<JobRecord>(String(body['prompt_id']));
    return String(job.outputs[0]?.path);
  };
  const originsOf = async (caller: TestCaller, path: string): Promise<unknown> =>
    (await caller.get(`/api/media/${path}`)).body['made_from'];
  beforeAll(() => kinora.online());

  it('links a picture to its edit and its clip, and back', async () => {
    const picture = await made(ann, 'image', { workflow: 'sd15-t2i', ...SIZE });
    const edit = await made(ann, 'image', { workflow: 'sdxl-i2i', image: picture });
    const request = { workflow: 'wan22-5b-i2v', image: edit, length: 5, ...SIZE };
    const clip = await made(ann, 'video', request);
    expect(await originsOf(ann, picture)).toEqual([]);
    expect(await originsOf(ann, edit)).toEqual([picture]);
    expect(await originsOf(ann, clip)).toEqual([edit]);
    expect(await listed(ann, `made_from=${picture}`)).toEqual([edit]);
    expect(await listed(ann, `made_from=${edit}`)).toEqual([clip]);
    expect(await listed(ann, `made_from=${edit}&type=image`)).toEqual([]);
  });

  it('is shown only to those who can read it', async () => {
    const eve = await kinora.agent('eve', { is_admin: true });
    const foreign = await uploaded(ann);
    const edit = await made(eve, 'image', { workflow: 'sdxl-i2i', image: foreign });
    expect(await originsOf(eve, edit)).toEqual([foreign]);
    expect(await listed(eve, `made_from=${foreign}`)).toEqual([edit]);
    expect(await listed(ann, `made_from=${foreign}`)).toEqual([]);
    expect((await admin.patch('/api/agents/eve', { is_admin: false })).status).toBe(200);
    expect(await originsOf(eve, edit)).toEqual([]);
  });
});
