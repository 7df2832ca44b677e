import { mediaPath } from './media-path';

describe('mediaPath', () => {
  it.each([
    ['lighthouse_01.png', 'lighthouse_01.png'],
    ['/media/lighthouse_01.png', 'lighthouse_01.png'],
  ])('takes %s', (reference, path) => {
    expect(mediaPath(reference)).toBe(path);
  });

  it.each([
    '',
    '.',
    '..',
    '/media/',
    '/media/..',
    '/media/a/b.png',
    '/media/a.png?x=1',
    '/media/%2e%2e',
    '/media//media/a.png',
    'media/a.png',
    '../a.png',
    'a b.png',
    'a.png [output]',
    'http://localhost:8190/media/a.png',
    '//evil.example/media/a.png',
    'file:///etc/passwd',
    'x'.repeat(201),
  ])('takes nothing else: %s', (reference) => {
    expect(mediaPath(reference)).toBeNull();
  });
});
