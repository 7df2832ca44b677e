import { MediaTestApp } from '../../../../test/support/media-test-app';
import { WriteGate } from '../../../platform/database/write-gate';
import { insertRows } from '../../../platform/database/write-rows';
import { NearDuplicateEntity } from '../entities/near-duplicate.entity';

describe('pages of near duplicates', () => {
  let testApp: MediaTestApp;
  beforeAll(async () => {
    testApp = await MediaTestApp.open();
  });
  afterAll(() => testApp.close());
  afterEach(() => testApp.empty());

  /** Pairs each newest asset of a group with its older ones. The assets themselves don't exist. */
  async function addGroups(count: number, members: number): Promise<void> {
    const pairs = Array.from({ length: count }, (_, group) => (group + 1) * 1_000).flatMap(
      (newest) =>
        Array.from({ length: members - 1 }, (_, older) => ({
          smaller: newest - 1 - older,
          larger: newest,
          owner_id: '',
          distance: 0,
          is_distinct: false,
        })),
    );
    await testApp.app.get(WriteGate).run((tx) => insertRows(tx, NearDuplicateEntity, pairs));
  }
  const page = async (query: string) => (await testApp.get(`/api/media/duplicates?${query}`)).body;

  it('end before the group that would exceed 1,000 media', async () => {
    await addGroups(20, 64);
    const first = await page('limit=200&with_total=true');
    expect([first.items.length, first.total]).toEqual([15, 20]);
    const rest = await page(`limit=200&cursor=${String(first.next_cursor)}`);
    expect([rest.items.length, rest.next_cursor]).toEqual([5, null]);
  });

  it('count the groups that 20 lookups find', async () => {
    await addGroups(1_001, 2);
    expect(await page('limit=1&with_total=true')).toMatchObject({ total: 1_000, capped: true });
  });
});
