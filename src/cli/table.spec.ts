import { table } from './table';

describe('table', () => {
  it('aligns its columns, without trailing spaces', () => {
    expect(
      table(
        ['ID', 'NAME', 'CAP'],
        [
          ['film-crew', 'Film crew', '2'],
          ['b', '世界', 'none'],
          ['c', 'e\u0301', ''],
        ],
      ),
    ).toBe(
      [
        'ID         NAME       CAP',
        'film-crew  Film crew  2',
        'b          世界       none',
        'c          e\u0301',
      ].join('\n'),
    );
  });

  it('escapes characters that act on the terminal', () => {
    expect(table(['NAME'], [['\u001b[2J\n']])).toBe('NAME\n\\u{1b}[2J\\u{a}');
  });
});
