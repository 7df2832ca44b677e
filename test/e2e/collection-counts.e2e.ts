import { BoundedReads, QueryTooCostly } from '../../src/platform/database/bounded-reads';
import { TestKinora } from '../support/kinora';

describe('a list of collections with their counts', () => {
  let kinora: TestKinora;

  beforeAll(async () => {
    kinora = await TestKinora.start();
  });
  afterAll(() => kinora.close());

  it('reads nothing more once one of the counts was refused', async () => {
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
});
