import { table } from './table';

describe('table', () => {
  it('lines its columns up, without spaces at the ends', () => {
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

  it('shows what would act on the terminal', () => {
    expect(table(['NAME'], [['\u001b[2J\n']])).toBe('NAME\n\\u{1b}[2J\\u{a}');
  });
});
