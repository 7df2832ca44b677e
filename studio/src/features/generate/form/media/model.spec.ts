import type { Params } from '../layout/model';
import { kindOfFile, targetFor } from './model';

const params = {
  image_2: { type: 'image', order: 3 },
  image: { type: 'image', order: 2 },
  mask: { type: 'mask', order: 4 },
  audio: { type: 'audio', order: 5 },
} as unknown as Params;

describe('files of the form', () => {
  it.each([
    ['image/png', 'a', 'image'],
    ['video/mp4', 'a', 'video'],
    ['audio/flac', 'a', 'audio'],
    ['', 'clip.MKV', 'video'],
    ['application/octet-stream', 'a.avif', 'image'],
    ['application/pdf', 'a.pdf', null],
  ])('takes %j %s as %s', (type, name, kind) => {
    expect(kindOfFile({ type, name })).toBe(kind);
  });

  it.each<['image' | 'audio' | 'video', object, string | undefined]>([
    ['image', {}, 'image'],
    ['image', { image: 'a.png' }, 'image_2'],
    ['image', { image: 'a.png', image_2: 'b.png' }, 'image'],
    ['audio', {}, 'audio'],
    ['video', {}, undefined],
  ])('sends %s with %j to %s', (kind, values, target) => {
    expect(targetFor(params, kind, values as Record<string, unknown>)).toBe(target);
  });
});
