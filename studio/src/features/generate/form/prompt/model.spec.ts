import { weigh, withWords } from './model';

/** `[` and `]` mark the selection, `|` the cursor. */
function read(marked: string) {
  const cursor = marked.indexOf('|');
  if (cursor >= 0) return { text: marked.replace('|', ''), start: cursor, end: cursor };
  const start = marked.indexOf('[');
  return { text: marked.replace(/[[\]]/gu, ''), start, end: marked.indexOf(']') - 1 };
}

const write = ({ text, start, end }: ReturnType<typeof read>) =>
  `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;

describe('the weight of words', () => {
  it.each<[string, 1 | -1, string]>([
    ['a [red fox] runs', 1, 'a ([red fox]:1.1) runs'],
    ['a [red fox] runs', -1, 'a ([red fox]:0.9) runs'],
    ['a re|d fox', 1, 'a ([red]:1.1) fox'],
    ['a ([red fox]:1.1) runs', 1, 'a ([red fox]:1.2) runs'],
    ['a ([red fox]:1.1) runs', -1, 'a [red fox] runs'],
    ['a [(red fox:1.3)] runs', 1, 'a ([red fox]:1.4) runs'],
    ['a ([red]:2) fox', 1, 'a ([red]:2) fox'],
    ['a ([red]:0.1) fox', -1, 'a ([red]:0.1) fox'],
    ['a [ red ] fox', 1, 'a  ([red]:1.1)  fox'],
    ['[海边的灯塔]', 1, '([海边的灯塔]:1.1)'],
  ])('of %j in direction %s is %j', (marked, direction, expected) => {
    expect(write(weigh(read(marked), direction))).toBe(expected);
  });

  it('stays without a word at the cursor', () => {
    expect(weigh(read('a | b'), 1)).toEqual(read('a | b'));
  });
});

describe('adding words', () => {
  it.each([
    ['', 'mira', 'mira'],
    ['a lake', 'mira', 'a lake, mira'],
    ['a lake, ', 'mira', 'a lake, mira'],
    ['Mira at a lake', 'mira', 'Mira at a lake'],
  ])('to %j: %j', (prompt, words, expected) => {
    expect(withWords(prompt, words)).toBe(expected);
  });
});
