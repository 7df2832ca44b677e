import { splitFolderSuffix, expandPrefix, nextCounter } from './image-name';

const SIZE = { width: 64, height: 48 };
const NOON = new Date(2026, 0, 5, 12, 3, 9);

describe('splitFolderSuffix', () => {
  it.each([
    ['up.png', 'up.png', undefined],
    ['up.png [output]', 'up.png', 'output'],
    ['sub/up.png [temp]', 'sub/up.png', 'temp'],
    ['[output]', '', 'output'],
    ['up [x].png', 'up [x].png', undefined],
  ])('%s', (given, name, folder) => {
    expect(splitFolderSuffix(given)).toEqual({ name, folder });
  });
});

describe('expandPrefix', () => {
  it.each([
    ['x', '', 'x'],
    ['sub/x', 'sub', 'x'],
    ['a/b/../c', 'a', 'c'],
    ['../x', '..', 'x'],
    ['x%width%x%height%', '', 'x64x48'],
    ['%year%-%month%-%day%', '', '2026-01-05'],
    ['%date%', '', '%date%'],
    ['', '', '.'],
  ])('%s', (prefix, subfolder, filename) => {
    expect(expandPrefix(prefix, SIZE, NOON)).toEqual({ subfolder, filename });
  });
});

describe('nextCounter', () => {
  it.each([
    [[], 1],
    [['x_00001_.png'], 2],
    [['x_00007_.png', 'x_00003_.webp'], 8],
    [['x_y_00009_.png'], 1],
    [['xx_00009_.png', 'x.png'], 1],
    [['x_00012.flac'], 13],
  ])('after %j is %d', (existing, counter) => {
    expect(nextCounter('x', existing)).toBe(counter);
  });
});
