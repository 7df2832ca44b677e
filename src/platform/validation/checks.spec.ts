import { checkOf, textRules } from './checks';

describe('checkOf text rules', () => {
  const pattern = /^[a-z]+$/;

  it('says in words what a pattern asks for, and hands the pattern to programs', () => {
    const [fault] = checkOf(textRules({ pattern, form: 'lower case letters' }))('A');
    expect(fault).toMatchObject({
      type: 'string_pattern_mismatch',
      msg: 'Send lower case letters.',
      ctx: { pattern: '^[a-z]+$' },
    });
  });

  it('falls back to the pattern', () => {
    expect(checkOf(textRules({ pattern }))('A')).toMatchObject([
      { msg: 'Send text that matches ^[a-z]+$.' },
    ]);
  });

  it('do not look for words in texts that are too long', () => {
    const countWords = (): number => {
      throw new Error('looked for words');
    };
    const rules = textRules({ max: 5, words: { count: countWords, max: 1 } });
    expect(checkOf(rules)('a b c d')).toMatchObject([{ type: 'string_too_long' }]);
  });

  it('say how many words to send', () => {
    const rules = textRules({ words: { count: (text) => text.split(' ').length, max: 2 } });
    expect(checkOf(rules)('a b')).toEqual([]);
    expect(checkOf(rules)('a b c')).toMatchObject([
      { msg: 'Send at most 2 words. Keep the rarest ones.' },
    ]);
  });
});
