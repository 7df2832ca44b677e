import { searchable, type SearchText, searchTextOf, withShown } from './search-text';

const typing = (typed: string, asked: string): SearchText => ({ typed, shown: '', asked });

describe('the text of a search field', () => {
  it.each([
    ['what was typed while the page searched', typing('foxes', 'fox'), 'fox', 'foxes'],
    ['a space at its end', typing('fox ', 'fox'), 'fox', 'fox '],
    ['the words of an earlier page instead', typing('fox', 'fox'), 'wolf', 'wolf'],
    ['nothing after the filters were cleared', { ...searchTextOf('fox') }, '', ''],
  ])('has %s', (_title, text, shown, typed) => {
    expect(withShown(text, shown)).toMatchObject({ typed, shown });
  });

  it('follows Back and Forward to the same words', () => {
    const back = withShown(searchTextOf('fox'), '');
    expect(withShown(back, 'fox').typed).toBe('fox');
  });
});

it('searches for the first 20 words of a long text', () => {
  expect(searchable(' red  fox ')).toBe('red fox');
  expect(searchable('fox '.repeat(30)).split(' ')).toHaveLength(20);
});
