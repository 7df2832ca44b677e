import { displayName, freshPath, isStoredName, outputPath } from './stored-name';

const PROMPT = '0b9f2f6e-7a63-4b3e-9a5d-0f3f3f6c9f11';
const key = (nodeId: string, index = 0) => ({ promptId: PROMPT, nodeId, index });

describe('paths of outputs', () => {
  it('are a pure function of prompt, node and index', () => {
    expect(outputPath(key('9'), 'anna', '.png')).toBe(`anna-${PROMPT}-19581e27de7c-0.png`);
    expect(outputPath(key('9'), 'anna', '.png')).toBe(outputPath(key('9'), 'anna', '.png'));
  });

  it('differ by node and by index', () => {
    const paths = [key('9'), key('9', 1), key('91'), key('a:1'), key('a/1')].map((one) =>
      outputPath(one, 'x', '.png'),
    );
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each([
    ['portraits/anna', 'portraits-anna'],
    ['../../etc/passwd', 'etc-passwd'],
    ['..', 'media'],
    ['.hidden', 'hidden'],
    ['a..b', 'a.b'],
    ['Zoë Müller', 'Zoe-Muller'],
    ['影', 'media'],
    ['', 'media'],
    ['a\0b', 'a-b'],
    ['x'.repeat(300), 'x'.repeat(80)],
  ])('make %j readable and safe', (prefix, front) => {
    const path = outputPath(key('9'), prefix, '.png');
    expect(path).toBe(`${front}-${PROMPT}-19581e27de7c-0.png`);
    expect(isStoredName(path)).toBe(true);
  });
});

it('derives the extension from the content, not from the upload', () => {
  expect(freshPath('holiday.final.JPEG', 'id', '.png')).toBe('holiday.final-id-0.png');
});

it.each(['', '.', '..', '../x', 'a/b', 'a\\b', 'a\0', 'a%2e', '.a', '-a', 'a b', 'x'.repeat(201)])(
  'knows that %j is not a path of ours',
  (path) => {
    expect(isStoredName(path)).toBe(false);
  },
);

it.each([
  ['Zoë’s cat', 'Zoë’s cat.png'],
  ['a/b\\c', 'a-b-c.png'],
  ['evil\r\nSet-Cookie: x', 'evilSet-Cookie: x.png'],
  ['\u202Egnp.exe', 'gnp.exe.png'],
  [' ', 'media.png'],
])('shows %j as %j', (name, shown) => {
  expect(displayName(name, '.png')).toBe(shown);
});

it('makes a path of any name quickly', () => {
  // A pattern with quadratic backtracking would take half a minute.
  expect(freshPath('-'.repeat(200_000), 'id', '.png')).toBe('media-id-0.png');
  expect(freshPath(`a${'-'.repeat(10)}.b--c.-.d.png`, 'id', '.png')).toBe('a.b--c.d-id-0.png');
});
