import { BoundedReads } from '../../src/platform/database/bounded-reads';
import { TestKinora } from '../support/kinora';

const REQUEST = { workflow: 'sd15-t2i', provider: 'simulator', width: 64, height: 64, steps: 1 };
const ENDLESS =
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n';

describe('a search', () => {
  let kinora: TestKinora;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    for (const name of ['Ada', 'Bob'])
      await kinora.post('/api/characters', { id: name.toLowerCase(), name });
    for (const prompt of ['a red fox', 'a grey wolf'])
      await kinora.post('/api/image/generate', { ...REQUEST, prompt });
  });
  afterAll(() => kinora.close());

  it('of characters or prompts takes its turn among those of its owner, and its count does', async () => {
    const order: string[] = [];
    const endless = kinora.app
      .get(BoundedReads)
      .rows('', { sql: ENDLESS, parameters: {} })
      .catch(() => order.push('endless'));
    const search = async (path: string, field: string): Promise<unknown[]> => {
      const { body } = await kinora.get(`${path}&with_total=true`);
      order.push(path);
      const items = body['items'] as Record<string, unknown>[];
      return [body['total'], ...items.map((item) => item[field])];
    };
    const characters = search('/api/characters?q=ad', 'name');
    const prompts = search('/api/prompts?q=wolf', 'prompt');
    await endless;
    expect(order).toEqual(['endless']);
    expect(await characters).toEqual([1, 'Ada']);
    expect(await prompts).toEqual([1, 'a grey wolf']);
  });
});
