import { inlineCode, inlineCodeList, table } from './markdown';

describe('untrusted text', () => {
  it.each<[string, string]>([
    ['sdxl-t2i', '`sdxl-t2i`'],
    ['a `b` | c', "`a 'b' / c`"],
    ['a\r\n\n## b\u2028c\u0000d\u202ee', '`a ## b c d e`'],
    [' \n', '`?`'],
    ['', '`?`'],
    ['ü'.repeat(70), `\`${'ü'.repeat(59)}…\``],
    ['𝔸'.repeat(60), `\`${'𝔸'.repeat(60)}\``],
  ])('%j stands as %s', (text, expected) => {
    expect(inlineCode(text)).toBe(expected);
  });

  it('are shortened when they are many', () => {
    expect(inlineCodeList(['a', 'b', 'c'], 2)).toBe('`a`, `b` and 1 more');
    expect(inlineCodeList(['a', 'b'], 2)).toBe('`a`, `b`');
  });

  it('can be put into tables', () => {
    expect(table(['A', 'B'], [['1', '']])).toBe('| A | B |\n| --- | --- |\n| 1 |  |');
  });
});
