import { distinctPrompts, keyName, matching } from './model';

describe('matching', () => {
  const items = [
    { label: 'SDXL pictures', keywords: 'sdxl-t2i' },
    { label: 'Wan clips', keywords: 'wan22-14b-t2v video' },
    { label: 'Pictures from pictures', keywords: 'sdxl-i2i' },
  ];
  const labels = (query: string, limit = 9) =>
    matching(items, query, limit).map(({ label }) => label);

  it.each([
    ['', 9, ['SDXL pictures', 'Wan clips', 'Pictures from pictures']],
    ['', 1, ['SDXL pictures']],
    ['PICT', 9, ['Pictures from pictures', 'SDXL pictures']],
    ['video wan', 9, ['Wan clips']],
    ['t2i', 9, ['SDXL pictures']],
    ['nothing', 9, []],
  ])('finds for "%s", at most %s: %j', (query, limit, expected) => {
    expect(labels(query, limit)).toEqual(expected);
  });
});

describe('distinctPrompts', () => {
  it('keeps the first job of each prompt', () => {
    const jobs = [
      { id: 1, prompt: 'fox' },
      { id: 2, prompt: 'fox' },
      { id: 3, prompt: '' },
      { id: 4, prompt: 'owl' },
      { id: 5, prompt: 'elk' },
    ];
    expect(distinctPrompts(jobs, 2).map(({ id }) => id)).toEqual([1, 4]);
  });
});

describe('keyName', () => {
  it.each([
    ['Ctrl Shift Enter', 'Macintosh; Intel Mac OS X 10_15_7', '⌘ Shift Enter'],
    ['Ctrl K', 'X11; Linux x86_64', 'Ctrl K'],
    ['Esc', 'Macintosh; Intel Mac OS X 10_15_7', 'Esc'],
  ])('writes %s on %s as %s', (key, userAgent, name) => {
    expect(keyName(key, userAgent)).toBe(name);
  });
});
