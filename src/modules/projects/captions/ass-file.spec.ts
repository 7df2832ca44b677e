import { assFile, captionMarkup, captionsAsAss } from './ass-file';
import { embeddedFile } from './embedded-file';

const FRAME = { width: 1920, height: 1080 };

describe('captionsAsAss', () => {
  const cue = { from: 59.996, to: 3661.5, lines: ['Hello, you,', 'there'], speaker: 'Ana' };

  it('writes the size of the picture, one style and an event for each cue', () => {
    const lines = captionsAsAss([cue], FRAME, null).split('\n');
    expect(lines).toEqual(expect.arrayContaining(['PlayResX: 1920', 'PlayResY: 1080']));
    const style = lines.find((line) => line.startsWith('Style: '));
    expect(style).toMatch(/^Style: Caption,sans-serif,54,.*,2,96,96,65,-1$/);
    expect(lines).toContain(
      'Dialogue: 0,0:01:00.00,1:01:01.50,Caption,,0,0,0,,Hello, you,\\Nthere',
    );
    expect(lines).not.toContain('[Fonts]');
  });

  it('lists as many fields in the format lines as the style and the events have', () => {
    const lines = captionsAsAss([{ ...cue, lines: ['one'] }], FRAME, null).split('\n');
    const fieldsOf = (start: string, index = 0): number | undefined =>
      lines.filter((line) => line.startsWith(start))[index]?.split(',').length;
    expect(fieldsOf('Style:')).toBe(fieldsOf('Format:'));
    expect(fieldsOf('Dialogue:')).toBe(fieldsOf('Format:', 1));
  });

  it('shows each cue for at least a hundredth of a second', () => {
    expect(captionsAsAss([{ ...cue, from: 2, to: 2.001 }], FRAME, null)).toContain(
      '0:00:02.00,0:00:02.01',
    );
  });
});

describe('embeddedFile', () => {
  it('writes lines of 80 characters that decode to the bytes', () => {
    const font = Buffer.from(Array.from({ length: 1000 }, (_, index) => (index * 7) % 256));
    const lines = embeddedFile(font).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBe(80);
    const sixBits = Array.from(lines.join(''), (digit) =>
      (digit.charCodeAt(0) - 33).toString(2).padStart(6, '0'),
    ).join('');
    const bytes = (sixBits.match(/.{8}/g) ?? []).map((bits) => parseInt(bits, 2));
    expect(Buffer.from(bytes)).toEqual(font);
  });
});

describe('assFile', () => {
  it('holds the font between the script information and the styles', () => {
    const file = assFile([], { ...FRAME, fontSize: 10, emojiFont: '!!!!' });
    expect(file).toContain('\n\n[Fonts]\nfontname: emoji.ttf\n!!!!\n\n[V4+ Styles]\n');
  });
});

describe('captionMarkup', () => {
  it.each([
    ['keeps plain text', ['a, b'], 'a, b'],
    ['shows braces and backslashes', ['{\\b1} C:\\New'], '\\{\\\u2060b1\\} C:\\\u2060New'],
    ['draws emoji in their font', ['hi 👩‍🚀!'], 'hi {\\fnNoto Emoji}👩‍🚀{\\fn}!'],
    ['draws Chinese in its own forms', ['中文', 'b'], '{\\fnNoto Sans CJK SC}中文\\Nb'],
    ['draws ideographs beside kana as Japanese', ['東京で'], '{\\fnNoto Sans CJK JP}東京で'],
    ['draws Korean in its own forms', ['한글'], '{\\fnNoto Sans CJK KR}한글'],
    [
      'returns from emoji to the font of the caption',
      ['中😀文'],
      '{\\fnNoto Sans CJK SC}中{\\fnNoto Emoji}😀{\\fnNoto Sans CJK SC}文',
    ],
    [
      'takes digits and signs for text unless they ask for a picture',
      ['1 © ❤ 2️⃣'],
      '1 © ❤ {\\fnNoto Emoji}2️⃣{\\fn}',
    ],
  ])('%s', (_, lines, markup) => {
    expect(captionMarkup(lines)).toBe(markup);
  });
});
