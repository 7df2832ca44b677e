import { textCheck } from './checks';

describe('textCheck', () => {
  const pattern = /^[a-z]+$/;

  it('says in words what a pattern asks for, and hands the pattern to programs', () => {
    const [fault] = textCheck({ pattern, form: 'lower case letters' })('A');
    expect(fault).toMatchObject({
      type: 'string_pattern_mismatch',
      msg: 'Send lower case letters.',
      ctx: { pattern: '^[a-z]+$' },
    });
  });

  it('falls back to the pattern', () => {
    expect(textCheck({ pattern })('A')).toMatchObject([
      { msg: 'Send text that matches ^[a-z]+$.' },
    ]);
  });
});
