import { foldText, hasWholeWord, occurrences, searchWords } from './search-text';

describe('search text', () => {
  it('ignores case and equivalent characters beyond ASCII', () => {
    expect(foldText('ÄRGER ﬁ Ⅳ')).toBe(foldText('ärger fi iv'));
  });

  it.each([
    ['aaaa', 'aa', [0, 1, 2]],
    ['abcabcabd', 'abcabd', [3]],
    ['aabaabaaab', 'aabaaab', [3]],
    ['abab', 'b', [1, 3]],
    ['abab', 'ababa', []],
    ['', 'a', []],
  ])('finds in %j where %j occurs', (text, part, places) => {
    expect([...occurrences(text, part)]).toEqual(places);
  });

  it.each([
    ['a photo of ann, smiling', 'ann', true],
    ['a banner for joann', 'ann', false],
    ['ann_2', 'ann', false],
    ['zoé́', 'zoé', false],
    ['小明在公园', '小明', true],
    ['画ann的像', 'ann', true],
    ['นิดเดิน', 'นิด', true],
    ['ミカは歩く', 'ミカ', true],
  ])('in %j: is %j a whole word? %j', (text, word, isWhole) => {
    expect(hasWholeWord(text, word)).toBe(isWhole);
  });

  it('becomes one pattern per word, with wildcards taken literally', () => {
    expect(searchWords('  Red 100%_a\\b ')).toEqual(['red', '100%_a\\b']);
    expect(searchWords('w'.repeat(1000))).toEqual(['w'.repeat(64)]);
    expect(searchWords(' ')).toEqual([]);
  });
});
