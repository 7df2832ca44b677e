import { MediaTestApp } from '../../../../test/support/media-test-app';
import { uniquePng } from '../../../../test/support/media-samples';
import { WriteGate } from '../../../platform/database/write-gate';
import { MediaAssetEntity } from '../entities/media-asset.entity';
import { INDEX_VERSION } from './index-terms';
import { MediaIndexingService } from './media-indexing.service';

describe('media indexing', () => {
  let testApp: MediaTestApp;
  beforeAll(async () => {
    testApp = await MediaTestApp.open();
  });
  afterAll(() => testApp.close());

  it('fills an empty index with media of an older index version, and counts none of them again', async () => {
    for (const name of ['rain.png', 'thunder.png'])
      await testApp.upload(await uniquePng(), { name });
    await testApp.app.get(WriteGate).run(async (tx) => {
      await tx.query('DELETE FROM media_words');
      await tx.update(
        MediaAssetEntity,
        { index_version: INDEX_VERSION },
        { index_version: INDEX_VERSION - 1 },
      );
    });
    const names = async (query: string) => {
      const { body } = await testApp.get(`/api/media?with_total=true${query}`);
      return { total: body.total, names: body.items.map(({ name }) => name) };
    };
    expect(await names('&q=thunder')).toEqual({ total: 0, names: [] });
    await testApp.app.get(MediaIndexingService).indexMissing();
    expect(await names('&q=thunder')).toEqual({ total: 1, names: ['thunder.png'] });
    expect(await names('')).toEqual({ total: 2, names: ['thunder.png', 'rain.png'] });
  });
});
