import {
  countFilters,
  dayLabel,
  type GallerySearch,
  nextTagState,
  parseSearch,
  shared,
  sharedTags,
  thumbnailFor,
  toFilter,
  withoutFilters,
  withoutGroup,
} from './model';

describe('the address of the gallery', () => {
  it.each([
    ['words', { q: 'mara rain' }, { q: 'mara rain' }],
    ['a number that was meant as words', { q: 2024 }, { q: '2024' }],
    ['one tag', { tag: 'fox' }, { tag: ['fox'] }],
    ['tags, each once', { tag: ['fox', 'snow', 'fox'] }, { tag: ['fox', 'snow'] }],
    ['flags', { favourite: true, trashed: 'true' }, { favourite: true, trashed: true }],
    ['a rating', { min_rating: '3' }, { min_rating: 3 }],
    ['days', { from: '2026-01-31', to: 'tomorrow' }, { from: '2026-01-31' }],
    [
      'what it does not know',
      { type: 'song', sort: 'colour', min_rating: 9, favourite: false, x: 1 },
      {},
    ],
  ])('keeps %s', (_, address, expected) => {
    expect(parseSearch(address)).toEqual(expected);
  });

  it('becomes parameters of the API, days as times of the reader', () => {
    const search = {
      q: 'a',
      from: '2026-01-31',
      to: '2026-01-31',
      sort: 'name',
      item: 'x',
    } as const;
    expect(toFilter(search)).toEqual({
      q: 'a',
      created_after: new Date(2026, 0, 31).toISOString(),
      created_before: new Date(2026, 1, 1).toISOString(),
    });
  });

  it('counts groups of filters, not words and order', () => {
    const search: GallerySearch = {
      q: 'a',
      sort: 'name',
      tag: ['x', 'y'],
      untagged: true,
      type: 'image',
    };
    expect(countFilters(search)).toBe(2);
    expect(withoutGroup(search, 'tag')).toEqual({ q: 'a', sort: 'name', type: 'image' });
    expect(withoutFilters(search)).toEqual({ sort: 'name' });
  });

  it('takes a tag in, then turns it round, then lets it go', () => {
    const having = nextTagState({ untagged: true }, 'fox');
    expect(having).toEqual({ tag: ['fox'] });
    const lacking = nextTagState(having, 'fox');
    expect(lacking).toEqual({ not_tag: ['fox'] });
    expect(nextTagState(lacking, 'fox')).toEqual({});
  });
});

describe('the label of a day', () => {
  const now = new Date(2026, 10, 22, 12);
  it.each([
    ['2026-11-22', 'Today'],
    ['2026-11-21', 'Yesterday'],
    ['2026-11-19', 'Thursday'],
    ['2026-11-15', 'Sun 15 November'],
    ['2025-03-12', '12 March 2025'],
  ])('of %s is %s', (iso, label) => {
    expect(dayLabel(iso, now).replace(',', '')).toBe(label);
  });
});

describe('thumbnailFor', () => {
  const url = '/media/a.png?thumbnail=512';
  it.each([
    [180, 1, 256],
    [280, 1, 256],
    [300, 1, 512],
    [280, 2, 512],
    [600, 2, 1024],
  ])('for %i px at %i× asks for %i', (side, ratio, size) => {
    expect(thumbnailFor(url, side, ratio)).toBe(`/media/a.png?thumbnail=${size}`);
  });
});

describe('several items', () => {
  const items = [
    { workflow: 'sdxl-t2i', seed: 1, tags: ['fox', 'snow'] },
    { workflow: 'sdxl-t2i', seed: 2, tags: ['snow', 'fox', 'dawn'] },
  ];
  it('show what they share', () => {
    expect(shared(items, ({ workflow }) => workflow)).toBe('sdxl-t2i');
    expect(shared(items, ({ seed }) => seed)).toBeNull();
    expect(shared([], () => 1)).toBeNull();
    expect(sharedTags(items)).toEqual(['fox', 'snow']);
    expect(sharedTags([])).toEqual([]);
  });
});
