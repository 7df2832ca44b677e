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
});
