import type { OverlayOptions, Sharp } from 'sharp';
import { CAPTION_FONT } from '../../platform/imaging/caption-font';
import { openPixels, rawPixels, type Pixels, type Size } from './picture';
import { sharp } from './sharp';

const MARK = 'simulated';
const MAX_LINES = 3;
/** Average width of a letter, and height of a line, in font sizes. */
const LETTER_WIDTH = 0.5;
const LINE_HEIGHT = 1.2;

/** Narrower pictures have the mark below the prompt instead of beside it, in pixels. */
const NARROW = 260;
/** Lower pictures have space for the mark alone, in pixels. */
const LOW = 48;

/**
 * The caption of a picture, as large as the picture: the prompt at the bottom left, and at the bottom right that it is
 * simulated, on a soft shadow that makes both readable on anything.
 */
export async function captionPixels(prompt: string, size: Size): Promise<Pixels> {
  const fontSize = Math.round(Math.max(9, Math.min(size.width, size.height) / 42));
  const mark = await textPixels(MARK, fontSize, size);
  const isNarrow = size.width < NARROW;
  const space = {
    width: size.width - (isNarrow ? 2 * fontSize : 3 * fontSize + mark.width),
    height: size.height < LOW ? 0 : Math.min(MAX_LINES * LINE_HEIGHT * fontSize, size.height * 0.3),
  };
  const promptText = await textPixels(shortened(prompt, fontSize, space), fontSize, space);
  const bottom = Math.max(0, size.height - fontSize);
  const below = isNarrow ? mark.height + Math.round(fontSize / 2) : 0;
  const shade = promptText.height + mark.height + 3 * fontSize;
  // Only the rows with a shadow are drawn.
  const top = Math.max(0, size.height - shade);
  const strip = { width: size.width, height: size.height - top };
  const drawn = await rawPixels(
    shadow(strip, shade).composite([
      overlay(promptText, fontSize, bottom - below - promptText.height - top),
      overlay(mark, size.width - fontSize - mark.width, bottom - mark.height - top),
    ]),
    4,
  );
  const data = Buffer.alloc(size.width * size.height * 4);
  data.set(drawn.data, top * size.width * 4);
  return { width: size.width, height: size.height, channels: 4, data };
}

/** The prompt on one line, cut to the letters that fit into the space. */
function shortened(prompt: string, fontSize: number, space: Size): string {
  const lines = Math.max(
    space.height > 0 ? 1 : 0,
    Math.floor(space.height / (LINE_HEIGHT * fontSize)),
  );
  const count = Math.floor((lines * space.width) / (LETTER_WIDTH * fontSize));
  const letters = Array.from(prompt.trim().replace(/[\s\p{Cc}\ufffe\uffff]+/gu, ' '));
  if (letters.length <= count) return letters.join('');
  return count < 2
    ? ''
    : `${letters
        .slice(0, count - 1)
        .join('')
        .trimEnd()}…`;
}

/** White text on nothing, cut to the space. */
async function textPixels(text: string, fontSize: number, space: Size): Promise<Pixels> {
  const width = Math.floor(space.width);
  if (text.trim() === '' || width < 1)
    return { width: 1, height: 1, channels: 4, data: Buffer.alloc(4) };
  const drawn = sharp({
    text: {
      text: `<span foreground="white">${escaped(text)}</span>`,
      font: `${CAPTION_FONT.name} ${fontSize}`,
      fontfile: CAPTION_FONT.file,
      width,
      wrap: 'word-char',
      rgba: true,
    },
  });
  const pixels = await rawPixels(drawn, 4);
  const box = {
    left: 0,
    top: 0,
    width: Math.min(pixels.width, width),
    height: Math.max(1, Math.min(pixels.height, Math.ceil(space.height))),
  };
  return rawPixels(openPixels(pixels).extract(box), 4);
}

function escaped(text: string): string {
  // Through bytes and back, so that halves of letters don't make it invalid markup.
  return Buffer.from(text).toString().replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

function shadow({ width, height }: Size, shade: number): Sharp {
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
        '<linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-opacity="0"/>' +
        '<stop offset="1" stop-opacity="0.62"/></linearGradient>' +
        `<rect y="${height - shade}" width="100%" height="${shade}" fill="url(#shade)"/></svg>`,
    ),
  );
}

function overlay({ data, width, height }: Pixels, left: number, top: number): OverlayOptions {
  const raw = { width, height, channels: 4 } as const;
  return { input: data, raw, left: Math.max(0, left), top: Math.max(0, top) };
}
