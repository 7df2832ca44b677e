import { png } from '../../../../test/support/media-samples';
import { MediaTestApp } from '../../../../test/support/media-test-app';
import { WriteGate } from '../../../platform/database/write-gate';
import type { Plain } from '../../../platform/plain';
import type { MediaBucketsResponse } from '../dto/media.response';
import { indexEntry } from '../index/index-terms';
import { MediaIndexRepository } from '../index/media-index.repository';
import { MediaRepository } from './media.repository';

const NO_LINKS = { labels: [], origins: [], collections: [] };

describe('counts of filtered lists', () => {
  let testApp: MediaTestApp;

  beforeAll(async () => {
    testApp = await MediaTestApp.open({});
  });
  afterAll(() => testApp.close());

  it('are capped only if there are more than 10,000', async () => {
    const { path } = (await testApp.upload(await png(), { fields: { description: 'swarm' } })).body;
    const asset = (await testApp.app.get(MediaRepository).find({ all: true }, path))!;
    const index = testApp.app.get(MediaIndexRepository);
    const chunks = Array.from({ length: 20 }, (_, chunk) =>
      Array.from({ length: 500 }, (__, n) => asset.position - 1e12 - 500 * chunk - n),
    );
    const [last] = chunks.flat();
    const write = (some: readonly number[]) =>
      testApp.app.get(WriteGate).run((tx) =>
        index.write(
          tx,
          some.map((position) => ({ position, words: indexEntry({ asset, ...NO_LINKS }) })),
        ),
      );
    for (const chunk of chunks) await write(chunk.filter((position) => position !== last));
    const counted = async () => {
      const { total, capped } = (await testApp.get('/api/media?q=swarm&with_total=true&limit=1'))
        .body;
      const buckets = (await testApp.get('/api/media/buckets?q=swarm')).body;
      const { days, capped: areCapped } = buckets as object as Plain<MediaBucketsResponse>;
      return [total, capped, days.reduce((sum, { count }) => sum + count, 0), areCapped];
    };
    expect(await counted()).toEqual([10_000, false, 10_000, false]);
    await write([last!]);
    expect(await counted()).toEqual([10_000, true, 10_000, true]);
  });
});
