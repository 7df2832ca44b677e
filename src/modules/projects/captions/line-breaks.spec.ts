import { brokenLines, columnsOf } from './line-breaks';

describe('columnsOf', () => {
  it.each([
    ['Hello', 5],
    ['中文', 4],
    ['한글', 4],
    ['e\u0301', 1],
    ['👩‍🚀', 2],
    ['❤️', 2],
    ['مرحبا', 5],
    ['', 0],
  ])('counts %j as %i columns', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });
});

describe('brokenLines', () => {
  it('breaks at spaces into lines of about equal length', () => {
    expect(brokenLines('I never thought that we would see the sea again', 30)).toEqual([
      'I never thought that we',
      'would see the sea again',
    ]);
  });

  it('keeps the line breaks of the text, without empty lines', () => {
    expect(brokenLines(' - Who is there?\n\n- Me. ', 40)).toEqual(['- Who is there?', '- Me.']);
  });

  it('breaks Chinese between words, and begins no line with closing punctuation', () => {
    const lines = brokenLines('我们明天早上八点在火车站见面，好吗？', 20);
    expect(lines.length).toBe(2);
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(20);
    expect(lines.join('')).toBe('我们明天早上八点在火车站见面，好吗？');
    expect(lines.some((line) => /^[，？]/.test(line))).toBe(false);
  });

  it('keeps quotation marks with the words that they enclose', () => {
    for (let width = 8; width < 30; width++) {
      const lines = brokenLines('他说：「我们走吧」然后「再见」就离开了。', width);
      expect(lines.some((line) => line.endsWith('「') || /^[」。：]/.test(line))).toBe(false);
    }
  });

  it('breaks Thai, which has no spaces, between words', () => {
    expect(brokenLines('สวัสดีครับยินดีที่ได้รู้จัก', 10)).toEqual(['สวัสดีครับ', 'ยินดีที่ได้รู้จัก']);
  });

  it('cuts a word only if it is longer than a line', () => {
    expect(brokenLines('see aaaaaaaaaaaaaaaaaaaaaaaa now', 10)).toEqual([
      'see',
      'aaaaaaaaaa',
      'aaaaaaaaaa',
      'aaaa now',
    ]);
  });

  it('never cuts within an emoji of several code points', () => {
    expect(brokenLines('👩‍🚀👩‍🚀👩‍🚀👩‍🚀', 4)).toEqual(['👩‍🚀👩‍🚀', '👩‍🚀👩‍🚀']);
  });

  it('returns no lines for a text without letters', () => {
    expect(brokenLines(' \n\t ', 20)).toEqual([]);
  });
});
