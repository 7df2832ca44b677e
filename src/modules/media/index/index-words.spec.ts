import { beginningsOf, indexWords, searchedWords } from './index-words';
import { beginningsVector } from './postgres-words';

/** Whether a text is found by a search, as both databases decide it. */
function isFound(text: string, search: string, isExact = false): boolean {
  const searched = searchedWords(search, isExact);
  if (!searched) return false;
  const words = indexWords(text);
  const { words: wanted, isPrefix } = searched;
  return words.some((_, start) =>
    wanted.every((word, offset) => {
      const at = words[start + offset];
      if (at === undefined) return false;
      return isPrefix && offset === wanted.length - 1 ? at.startsWith(word) : at === word;
    }),
  );
}

describe('index words', () => {
  it('are ASCII letters and digits only', () => {
    const words = indexWords('Zoë 東京都 лиса שלום กรุงเทพ مرحبا emoji 😀 x_y-z');
    for (const word of words) expect(word).toMatch(/^[wx][a-z0-9]+$/);
  });

  it('keep repeated words and their order', () => {
    expect(indexWords('b a b')).toEqual(['wb', 'wa', 'wb']);
  });

  it.each([
    ['a red fox in the snow', 'fo'],
    ['Ein Kätzchen', 'KATZ'],
    ['Straße', 'STRASSE'],
    ['рыжая Лиса', 'лис'],
    ['ΛΟΓΟΣ', 'λογος'],
    ['λόγος τέλος', 'ΛΟΓΟΣ'],
    ['東京都の夜', '東京'],
    ['東京都の夜', '京都'],
    ['東京都の夜', '東'],
    ['東京都の夜', '都の夜'],
    ['夜の東京', '京'],
    ['一只红色的狐狸', '狐狸'],
    ['กรุงเทพมหานคร', 'เทพ'],
    ['กรุงเทพมหานคร', 'กร'],
    ['ポスター', 'ホス'],
    ['한국어 텍스트', '한국'],
    ['مرحبا بالعالم', 'مر'],
    ['שלום עולם', 'של'],
    ['gen-itgc后', 'gen-itgc后'],
    ['gen-itgc后', '后'],
    ['version 1.5', '1.5'],
    ['ﬁne', 'fine'],
  ])('of %j are found by %j', (text, search) => {
    expect(isFound(text, search)).toBe(true);
  });

  it.each([
    ['a red fox', 'ed'],
    ['東京都', '東都'],
    ['東京', '京東'],
    ['red blue fox', 'red-fox'],
    ['anything', '&|!'],
    ['anything', '😀'],
  ])('of %j are not found by %j', (text, search) => {
    expect(isFound(text, search)).toBe(false);
  });

  it('are found as whole words only if the search is exact', () => {
    expect(isFound('a red foxglove', 'red fox')).toBe(true);
    expect(isFound('a red foxglove', 'red fox', true)).toBe(false);
  });

  it('are limited in length and number', () => {
    expect(indexWords('a'.repeat(1000))[0]).toHaveLength(41);
    expect(indexWords('a '.repeat(20_000))).toHaveLength(2500);
    expect(isFound('a'.repeat(1000), 'a'.repeat(500))).toBe(true);
  });

  it('are made of the beginning of a text that grows when it is decomposed', () => {
    expect(indexWords('ﷺ '.repeat(5_000)).length).toBeLessThanOrEqual(2500);
    expect(isFound(`fox ${'\u0301\u0323'.repeat(4_000)}owl`, 'owl')).toBe(true);
    expect(isFound(`${'한'.repeat(9_000)} fox`, 'fox')).toBe(true);
  });

  it('have beginnings of up to six letters', () => {
    expect(beginningsOf('wfox')).toEqual(['wf', 'wfo', 'wfox']);
    expect(beginningsOf('wphotorealistic').at(-1)).toBe('wphotor');
    const [fox] = indexWords('лиса');
    expect(beginningsOf(fox!)).toEqual(['л', 'ли', 'лис', 'лиса'].flatMap(indexWords));
    expect(beginningsOf('ttttttttttttt0123')).toEqual([]);
  });

  it('have beginnings that fit into a vector of PostgreSQL, in any script', () => {
    // Letters of four bytes each.
    const letter = (number: number) => String.fromCodePoint(0x12000 + number);
    const words = Array.from({ length: 2500 }, (_, number) =>
      letter(number % 50).concat(letter(Math.floor(number / 50)), letter(0).repeat(38)),
    );
    const vector = beginningsVector(words.flatMap(indexWords).join(' '));
    expect(vector.split(' ').length).toBeGreaterThan(10_000);
    expect(vector.length).toBeLessThan(2 ** 20);
  });
});
