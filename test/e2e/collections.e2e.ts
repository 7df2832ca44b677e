import { CollectionEntity } from '../../src/modules/collections/collection.entity';
import { BoundedReads, QueryTooCostly } from '../../src/platform/database/bounded-reads';
import { WriteGate } from '../../src/platform/database/write-gate';
import { upsertRows } from '../../src/platform/database/write-rows';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';

type Json = Record<string, unknown>;

describe('collections', () => {
  let kinora: TestKinora;

  beforeAll(async () => {
    kinora = await TestKinora.start();
  });
  afterAll(() => kinora.close());

  it('are counted no further once one of the counts was refused', async () => {
    for (const q of ['fox', 'wolf', 'bear'])
      await kinora.post('/api/collections', { name: q, kind: 'saved', filter: { q } });
    const reads = kinora.app.get(BoundedReads);
    const begun = jest.spyOn(reads, 'rows').mockRejectedValue(new QueryTooCostly(undefined));
    const { status, body } = await kinora.get('/api/collections?with_counts=true');
    expect([status, body['code']]).toEqual([422, 'query_too_costly']);
    expect(begun).toHaveBeenCalledTimes(1);
    begun.mockRestore();
    expect((await kinora.get('/api/collections?with_counts=true')).status).toBe(200);
  });

  it('are not changed by paths that add nothing', async () => {
    const ann = await kinora.agent('ann');
    const { path } = (await ann.upload('fox.png', await png(8, 8, 1))).body;
    const { id } = (await ann.post('/api/collections', { name: 'Own' })).body;
    const collection = `/api/collections/${String(id)}`;
    const put = async (paths: readonly string[]): Promise<Json> =>
      (await ann.post(`${collection}/items`, { paths })).body;
    expect(await put([path])).toMatchObject({ added: 1 });
    const { body: before } = await ann.get(collection);
    const failed = [{ path: 'never-existed.png', code: 'media_not_found' }];
    expect(await put([path, 'never-existed.png'])).toMatchObject({ added: 0, failed });
    expect((await ann.get(collection)).body).toEqual(before);
  });

  it('are at most 1,000 of one owner', async () => {
    const carl = await kinora.agent('carl');
    const { id } = (await carl.post('/api/collections', { name: 'First' })).body;
    await kinora.app.get(WriteGate).run(async (tx) => {
      const first = await tx.findOneByOrFail(CollectionEntity, { id: String(id) });
      const copies = Array.from({ length: 998 }, (_, n) =>
        Object.assign(new CollectionEntity(), first, { id: `col_${n}` }),
      );
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
