import { type CaptionFrame, type Cue, fontSizeOf } from './captions';
import { baseFontOf, EMOJI_FONT, textRuns } from './caption-fonts';

/** As a share of the picture's height. */
const VERTICAL_MARGIN = 0.06;
/** As a share of the picture's width. */
const SIDE_MARGIN = 0.05;
/** As a share of the font's size. */
const OUTLINE = 0.06;

const STYLE_FIELDS =
  'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, ' +
  'StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding';
const EVENT_FIELDS = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';

/** A text that an ASS file shows for a time; times are seconds. */
export interface AssEvent {
  readonly from: number;
  readonly to: number;
  readonly markup: string;
}

/** Everything in an ASS file except its events. */
export interface AssLayout extends CaptionFrame {
  readonly fontSize: number;
  /** The font that {@link EMOJI_FONT} names, as {@link embeddedFile} writes it; `null` if no event uses it. */
  readonly emojiFont: string | null;
}

/** The ASS file of captions: white with a dark outline, centred above the lower edge. */
export function captionsAsAss(
  cues: readonly Cue[],
  frame: CaptionFrame,
  emojiFont: string | null,
): string {
  const events = cues.map(({ from, to, lines }) => ({ from, to, markup: captionMarkup(lines) }));
  return assFile(events, { ...frame, fontSize: fontSizeOf(frame), emojiFont });
}

/** An ASS file for a picture of this size. The direction of each line is that of its first letter. */
export function assFile(
  events: readonly AssEvent[],
  { width, height, fontSize, emojiFont }: AssLayout,
): string {
  const side = Math.round(width * SIDE_MARGIN);
  const bottom = Math.round(height * VERTICAL_MARGIN);
  const outline = Math.max(1, Math.round(fontSize * OUTLINE));
  const colours = '&H00FFFFFF,&H00FFFFFF,&H00101010,&H80000000';
  const style = `Caption,sans-serif,${fontSize},${colours},0,0,0,0,100,100,0,0,1,${outline},0,2,${side},${side},${bottom},-1`;
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    '',
    ...(emojiFont === null ? [] : ['[Fonts]', 'fontname: emoji.ttf', emojiFont, '']),
    '[V4+ Styles]',
    `Format: ${STYLE_FIELDS}`,
    `Style: ${style}`,
    '',
    '[Events]',
    `Format: ${EVENT_FIELDS}`,
    ...events.map(eventLine),
    '',
  ].join('\n');
}

/** Text as ASS markup, which selects the bundled font for emoji and a font for Chinese, Japanese and Korean text. */
export function captionMarkup(lines: readonly string[]): string {
  const base = baseFontOf(lines.join('\n'));
  const reset = `{\\fn${base ?? ''}}`;
  const marked = lines.map((line) =>
    textRuns(line)
      .map(({ text, isEmoji }) =>
        isEmoji ? `{\\fn${EMOJI_FONT}}${escaped(text)}${reset}` : escaped(text),
      )
      .join(''),
  );
  return `${base === null ? '' : reset}${marked.join('\\N')}`;
}

/** ASS has no escape for a backslash: an invisible word joiner after it keeps it from starting a command. */
const escaped = (text: string): string => text.replace(/\\/g, '\\\u2060').replace(/[{}]/g, '\\$&');

function eventLine({ from, to, markup }: AssEvent): string {
  const start = Math.round(from * 100);
  const end = Math.max(start + 1, Math.round(to * 100));
  return `Dialogue: 0,${timestamp(start)},${timestamp(end)},Caption,,0,0,0,,${markup}`;
}

function timestamp(centiseconds: number): string {
  const [minute, hour] = [6000, 360_000];
  const hours = Math.floor(centiseconds / hour);
  const minutes = String(Math.floor((centiseconds % hour) / minute)).padStart(2, '0');
  return `${hours}:${minutes}:${((centiseconds % minute) / 100).toFixed(2).padStart(5, '0')}`;
}
