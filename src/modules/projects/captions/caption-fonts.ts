const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Name of the font in `emoji-font.ttf`. */
export const EMOJI_FONT = 'Noto Emoji';

/** Characters that are drawn as emoji by default, and the code points that turn the one before into an emoji. */
const EMOJI = /[\p{Emoji_Presentation}\ufe0f\u20e3]/u;

/** A part of a line in one font. */
export interface TextRun {
  readonly text: string;
  readonly isEmoji: boolean;
}

/** Splits a line where emoji begin and end. An emoji of several code points stays whole. */
export function textRuns(line: string): readonly TextRun[] {
  if (!hasEmoji(line)) return line === '' ? [] : [{ text: line, isEmoji: false }];
  const runs: TextRun[] = [];
  for (const { segment } of graphemes.segment(line)) {
    const isEmoji = hasEmoji(segment);
    const last = runs.at(-1);
    if (last?.isEmoji === isEmoji) runs[runs.length - 1] = { text: last.text + segment, isEmoji };
    else runs.push({ text: segment, isEmoji });
  }
  return runs;
}

/** Whether a text has emoji, which need the bundled font. */
export const hasEmoji = (text: string): boolean => EMOJI.test(text);

/**
 * The font for a Chinese, Japanese or Korean text, since its characters look different in each language; `null` for other
 * texts. Where it isn't installed, libass uses any font that has the characters.
 */
export function baseFontOf(text: string): string | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'Noto Sans CJK JP';
  if (/\p{Script=Hangul}/u.test(text)) return 'Noto Sans CJK KR';
  return /[\p{Script=Han}\p{Script=Bopomofo}]/u.test(text) ? 'Noto Sans CJK SC' : null;
}
