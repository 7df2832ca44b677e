import { setImmediate } from 'node:timers/promises';
import type { Caption } from '../film/film';
import { brokenLines, columnsOf } from './line-breaks';

/** The part of a caption that is shown at once. */
export interface Cue {
  /** Seconds from the start of the film. */
  readonly from: number;
  readonly to: number;
  /** One or two, without line breaks and control characters. */
  readonly lines: readonly string[];
  readonly speaker: string | null;
}

/** The size of a picture that captions are drawn on. */
export interface CaptionFrame {
  readonly width: number;
  readonly height: number;
}

const MAX_LINES = 2;
/** The longest line that readers are used to; narrow pictures get shorter ones. */
const MAX_COLUMNS = 42;
/** The width of an average letter with some reserve, as a share of the font's size. */
const COLUMN_WIDTH = 0.55;
/** As a share of the picture's width; the rest are margins. */
const USED_WIDTH = 0.9;
/** As a share of the picture's height. */
const FONT_SIZE = 0.05;
const MIN_FONT_SIZE = 10;

/** The size of captions in pixels: upright pictures get a larger one, because phones show them. */
export const fontSizeOf = ({ width, height }: CaptionFrame): number =>
  Math.max(MIN_FONT_SIZE, Math.round(FONT_SIZE * Math.min(height, width * 1.2)));

/**
 * Breaks captions into lines that fit into the picture. One that needs more than two lines becomes several cues in
 * sequence, each as long as its share of the text; one without any letters is left out. Other requests are answered
 * between two captions.
 */
export async function cuesOf(
  captions: readonly Caption[],
  frame: CaptionFrame,
): Promise<readonly Cue[]> {
  const fitting = (frame.width * USED_WIDTH) / (fontSizeOf(frame) * COLUMN_WIDTH);
  const maxColumns = Math.max(2, Math.min(MAX_COLUMNS, Math.floor(fitting)));
  const cues: Cue[] = [];
  for (const caption of captions) {
    cues.push(...split(caption, brokenLines(clean(caption.text), maxColumns)));
    await setImmediate();
  }
  return cues;
}

function split({ from, to, speaker }: Caption, lines: readonly string[]): readonly Cue[] {
  const total = columnsOf(lines.join(''));
  const cues: Cue[] = [];
  let columns = 0;
  let start = from;
  for (let first = 0; first < lines.length; first += MAX_LINES) {
    const shown = lines.slice(first, first + MAX_LINES);
    columns += columnsOf(shown.join(''));
    const isLast = first + MAX_LINES >= lines.length;
    const end = isLast ? to : from + ((to - from) * columns) / total;
    cues.push({ from: start, to: end, lines: shown, speaker });
    start = end;
  }
  return cues;
}

/** Normalises line breaks and removes control characters and invalid code points, which would end a file early. */
const clean = (text: string): string =>
  text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/gu, '\n')
    .replace(/[\p{Cc}\p{Cs}\ufeff\ufffe\uffff]/gu, (character) =>
      character === '\n' ? '\n' : ' ',
    );
