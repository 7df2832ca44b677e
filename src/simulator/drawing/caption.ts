import { plainLetters, strokes, widthOf } from './lettering';
import type { Size } from './picture';
import { n } from './svg';

/** Height of a letter in the alphabet's units, and of a line. */
const LETTER = 10;
const LINE = 17;
const MOST_LINES = 3;
const MARK = 'simulated';

/** Narrower pictures have the mark below the prompt instead of beside it, in pixels. */
const NARROW = 260;
/** Lower pictures have room for the mark alone, in pixels. */
const LOW = 48;

/**
 * The words on a picture: the prompt at the bottom left, and at the bottom right that it is simulated. A soft
 * shadow below makes them readable on anything.
 */
export function captionSvg(prompt: string, size: Size): string {
  const unit = Math.max(0.62, Math.min(size.width, size.height) / 560);
  const margin = unit * (size.width < NARROW ? 9 : 16);
  const markWidth = widthOf(MARK) * unit;
  const isNarrow = size.width < NARROW;
  const room = isNarrow ? size.width - 2 * margin : size.width - 3 * margin - markWidth;
  const most = linesFor(size, unit);
  const lines = captionLines(prompt, { width: room / unit, most });
  const bottom = size.height - margin - LETTER * unit;
  const foot = isNarrow ? bottom - LINE * unit : bottom;
  const texts = lines.map((line, index) =>
    textAt(line, { x: margin, y: foot - (lines.length - 1 - index) * LINE * unit, unit }),
  );
  const mark = textAt(MARK, { x: size.width - margin - markWidth, y: bottom, unit });
  const shade = Math.max(3, lines.length + (isNarrow ? 3 : 2)) * LINE * unit;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">` +
    '<linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-opacity="0"/>' +
    '<stop offset="1" stop-opacity="0.62"/></linearGradient>' +
    `<rect y="${n(size.height - shade)}" width="100%" height="${n(shade)}" fill="url(#shade)"/>` +
    `${texts.join('')}<g opacity="0.8">${mark}</g></svg>`
  );
}

function linesFor(size: Size, unit: number): number {
  if (size.height < LOW) return 0;
  const lines = Math.floor((size.height * 0.3) / (LINE * unit));
  return Math.max(1, Math.min(MOST_LINES, lines));
}

/** The prompt in lines of that width (in the alphabet's units); what doesn't fit ends in dots. */
export function captionLines(
  prompt: string,
  room: { width: number; most: number },
): readonly string[] {
  const lines: string[] = [''];
  for (const word of prompt.trim().split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || measured(longer) <= room.width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const kept = lines.slice(0, room.most);
  return kept.map((line, index) => {
    const isCut = index === room.most - 1 && lines.length > room.most;
    return shortened(line, room.width, isCut);
  });
}

function shortened(line: string, width: number, isCut: boolean): string {
  if (!isCut && measured(line) <= width) return line;
  const letters = Array.from(line);
  while (letters.length > 0 && measured(`${letters.join('')}...`) > width) letters.pop();
  return `${letters.join('').trimEnd()}...`;
}

/** Letters that aren't in the alphabet count as wide ones. */
function measured(text: string): number {
  const plain = plainLetters(text);
  return plain === undefined ? Array.from(text).length * LETTER : widthOf(plain);
}

/** The alphabet's letters as strokes; a text in other letters as text, for a font that the machine may have. */
function textAt(text: string, { x, y, unit }: { x: number; y: number; unit: number }): string {
  const plain = plainLetters(text);
  if (plain === undefined) {
    const size = `font-family="sans-serif" font-size="${n(12 * unit)}" fill="#fff"`;
    return `<text x="${n(x)}" y="${n(y + LETTER * unit)}" ${size}>${escaped(text)}</text>`;
  }
  const pen = 'fill="none" stroke="#fff" stroke-linecap="round" stroke-linejoin="round"';
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${unit.toFixed(3)})" ${pen} stroke-width="1.25">${strokes(plain)}</g>`;
}

function escaped(text: string): string {
  // Through bytes and back, so that halves of letters don't make it invalid XML.
  return Buffer.from(text)
    .toString()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;');
}
