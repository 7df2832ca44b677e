import { DEFAULT_SETTINGS, filmSize, settingsOf } from './render-settings';

describe('filmSize', () => {
  it.each([
    ['16:9', '1080p', 1920, 1080],
    ['9:16', '1080p', 1080, 1920],
    ['1:1', '480p', 480, 480],
    ['239:100', '1080p', 2582, 1080],
    ['10:1', '2160p', 7680, 768],
  ] as const)('of %s at %s has even sides', (shape, resolution, width, height) => {
    expect(filmSize(shape, resolution)).toEqual({ width, height });
  });
});

describe('settingsOf', () => {
  it('uses the defaults for omitted and null fields', () => {
    expect(settingsOf({ fps: 30, music: null })).toEqual({ ...DEFAULT_SETTINGS, fps: 30 });
  });
});
