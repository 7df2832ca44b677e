import type { MediaAsset } from '../entities/media-asset.entity';
import type { MediaItem } from '../index/media-item';
import { mergedItem } from './merged-item';

function item(path: string, tags: number, origins: number): MediaItem {
  const asset = { path, description: '', rating: 0, favourite: false } as MediaAsset;
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `${path} ${at}`);
  return {
    asset,
    labels: numbered(tags).map((value) => ({ kind: 'tag', value })),
    origins: numbered(origins),
    collections: [],
  };
}

it('joins tags and origins up to their limits', () => {
  const { labels, origins } = mergedItem(item('a', 60, 150), [item('b', 40, 150)]);
  expect(labels).toHaveLength(100);
  expect(origins).toHaveLength(200);
  expect(origins.slice(0, 150)).toEqual(item('a', 0, 150).origins);
});

it('refuses more tags than a media asset takes', () => {
  expect(() => mergedItem(item('a', 60, 0), [item('b', 41, 0)])).toThrow(
    expect.objectContaining({
      message: expect.any(String),
      errors: [expect.objectContaining({ loc: ['body', 'merge'] })],
    }),
  );
});
