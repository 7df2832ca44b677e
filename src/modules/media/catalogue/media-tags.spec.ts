import { png } from '../../../../test/support/media-samples';
import { MediaTestApp } from '../../../../test/support/media-test-app';

describe('tags in use', () => {
  let testApp: MediaTestApp;
  const paths: string[] = [];
  beforeAll(async () => {
    testApp = await MediaTestApp.open();
    const picture = await png();
    for (const name of ['fox.png', 'owl.png']) {
      const { body } = await testApp.upload(picture, { name });
      paths.push(body.path);
    }
  });
  afterAll(() => testApp.close());

  const setTags = (index: number, tags: string[]) =>
    testApp.send('PATCH', `/api/media/${paths[index]!}/metadata`, { tags });
  const page = async (query: string): Promise<Record<string, unknown>> =>
    (await testApp.get(`/api/media/tags?limit=1&${query}`)).body;

  it('are paged, also when the last tag of a page is gone', async () => {
    await setTags(0, ['best']);
    await setTags(1, ['best', 'dark']);
    const first = await page('with_total=true');
    const rest = `cursor=${String(first['next_cursor'])}`;
    expect(first).toMatchObject({ items: [{ value: 'best' }], total: 2, capped: false });
    expect(await page(rest)).toEqual({ items: [{ value: 'dark', count: 1 }], next_cursor: null });
    await setTags(0, []);
    await setTags(1, ['dark']);
    expect(await page(rest)).toMatchObject({ items: [{ value: 'dark' }] });
  });

  it('go on behind a tag that is gone, among tags that are as frequent', async () => {
    await setTags(0, []);
    await setTags(1, ['best', 'calm', 'dark']);
    const second = await page(`cursor=${String((await page(''))['next_cursor'])}`);
    expect(second).toMatchObject({ items: [{ value: 'calm' }] });
    await setTags(1, ['best', 'dark']);
    expect(await page(`cursor=${String(second['next_cursor'])}`)).toMatchObject({
      items: [{ value: 'dark' }],
      next_cursor: null,
    });
  });
});
