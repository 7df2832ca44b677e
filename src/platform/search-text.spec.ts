import { foldText, likePatterns } from './search-text';

describe('search text', () => {
  it('ignores case and equivalent characters beyond ASCII', () => {
    expect(foldText('ÄRGER ﬁ Ⅳ')).toBe(foldText('ärger fi iv'));
  });

  it('becomes one pattern per word, with wildcards taken literally', () => {
    expect(likePatterns('  Red 100%_a\\b ')).toEqual(['%red%', '%100\\%\\_a\\\\b%']);
    expect(likePatterns(' ')).toEqual([]);
    expect(likePatterns('w '.repeat(30))).toHaveLength(20);
  });
});
