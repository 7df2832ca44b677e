import { MediaNotFound } from './media-not-found';

describe('MediaNotFound', () => {
  it.each(['http://127.0.0.1:8190/media/a.png', '/api/media/a.png', 'https://x/media/a.png?x=1'])(
    'names the path to send instead of the URL %s',
    (sent) => {
      expect(new MediaNotFound('image', sent).message).toBe(
        'image takes the path of a media file, not a full URL. Send "a.png", without what stands before and after it.',
      );
    },
  );

  it.each(['a.png', 'http://example.com/a.png', 'http://127.0.0.1/media/a/b.png'])(
    'asks for the path of a media file for %s',
    (sent) => {
      expect(new MediaNotFound('image', sent).message).toMatch(/^There is no such media file/);
    },
  );
});
